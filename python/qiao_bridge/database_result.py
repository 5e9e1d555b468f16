"""What a statement gave: rows by position, key and attribute, with the calls of SQLAlchemy's results."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Sequence


class Row(tuple):
    """A row by position, by key and attribute (`row["name"]`, `row.name`) and as a mapping (`row._mapping`)."""

    _columns: Sequence[str]

    @classmethod
    def of(cls, columns: Sequence[str], values: Sequence[Any]) -> "Row":
        row = cls(values)
        row._columns = columns
        return row

    @property
    def _mapping(self) -> Dict[str, Any]:
        return dict(zip(self._columns, self))

    @property
    def _fields(self) -> Sequence[str]:
        return tuple(self._columns)

    def _asdict(self) -> Dict[str, Any]:
        return self._mapping

    # `select count(*)` names its column as tuples name a method.
    @property
    def count(self) -> Any:  # type: ignore[override]
        return self["count"] if "count" in self._columns else super().count

    @property
    def index(self) -> Any:  # type: ignore[override]
        return self["index"] if "index" in self._columns else super().index

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        if key not in self._columns:
            raise KeyError(key)
        return self[list(self._columns).index(key)]

    def __getattr__(self, name: str) -> Any:
        columns = self.__dict__.get("_columns", ())
        if name in columns:
            return self[name]
        raise AttributeError(f"the row has no column {name!r}; it has {', '.join(columns)}")


class Items:
    """What a statement gave: rows, mappings or single values, each read once from the front."""

    def __init__(self, items: List[Any]) -> None:
        self._items = items

    def __iter__(self) -> Iterator[Any]:
        return iter(self.all())

    def all(self) -> List[Any]:
        taken, self._items = self._items, []
        return taken

    def fetchall(self) -> List[Any]:
        return self.all()

    def fetchone(self) -> Any:
        return self._items.pop(0) if self._items else None

    def fetchmany(self, size: int = 1) -> List[Any]:
        taken, self._items = self._items[:size], self._items[size:]
        return taken

    def first(self) -> Any:
        """The first one, or None; the rest is dropped."""
        taken = self.all()
        return taken[0] if taken else None

    def one(self) -> Any:
        """The only one. Raises LookupError where there is none or several."""
        taken = self.all()
        if len(taken) != 1:
            raise LookupError(f"exactly one row was expected, {len(taken)} came")
        return taken[0]

    def one_or_none(self) -> Any:
        """The only one or None. Raises LookupError where there are several."""
        return self.one() if self._items else None


class Result(Items):
    """The rows of a statement, and how many it changed or gave (`rowcount`)."""

    def __init__(self, columns: Sequence[str], rows: List[Sequence[Any]], rowcount: int) -> None:
        super().__init__([Row.of(columns, row) for row in rows])
        self.rowcount = rowcount
        self.returns_rows = len(columns) > 0
        self._columns = list(columns)

    def keys(self) -> List[str]:
        return list(self._columns)

    def mappings(self) -> Items:
        return Items([row._mapping for row in self.all()])

    def scalars(self, index: int = 0) -> Items:
        return Items([row[index] for row in self.all()])

    def scalar(self) -> Any:
        return self.scalars().first()

    def scalar_one(self) -> Any:
        return self.scalars().one()

    def scalar_one_or_none(self) -> Any:
        return self.scalars().one_or_none()
