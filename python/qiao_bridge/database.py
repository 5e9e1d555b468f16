"""A database session through the platform, with the few calls of SQLAlchemy's sessions that skills use."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import uuid
from typing import Any, Awaitable, Callable, Dict, Iterator, List, Optional, Sequence

Ask = Callable[[str, Dict[str, Any]], Awaitable[Any]]


class Row(tuple):
    """A row by position, by column name (`row.name`) and as a mapping (`row._mapping`)."""

    _columns: Sequence[str]

    @classmethod
    def of(cls, columns: Sequence[str], values: Sequence[Any]) -> "Row":
        row = cls(values)
        row._columns = columns
        return row

    @property
    def _mapping(self) -> Dict[str, Any]:
        return dict(zip(self._columns, self))

    def _asdict(self) -> Dict[str, Any]:
        return self._mapping

    def __getattr__(self, name: str) -> Any:
        columns = self.__dict__.get("_columns", ())
        if name in columns:
            return self[columns.index(name)]
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


class Session:
    """Opened at first use (CTX-07). As a context manager it closes itself, after a rollback on an exception."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._id: Optional[str] = None
        self._opening: Optional[asyncio.Lock] = None

    async def execute(self, statement: Any, parameters: Any = None) -> Result:
        """`statement`: SQL as text, or an object whose `text` or `str()` is SQL. Named parameters as `:name`."""
        sql = statement if isinstance(statement, str) else getattr(statement, "text", None)
        params = {
            "session": await self._open(),
            "sql": sql if isinstance(sql, str) else str(statement),
            "parameters": _parameter(parameters if parameters is not None else {}),
        }
        answer = await self._ask("db.execute", params)
        rows = answer.get("rows", [])
        return Result(answer.get("columns", []), rows, answer.get("row_count", len(rows)))

    async def scalar(self, statement: Any, parameters: Any = None) -> Any:
        return (await self.execute(statement, parameters)).scalar()

    async def scalars(self, statement: Any, parameters: Any = None) -> Items:
        return (await self.execute(statement, parameters)).scalars()

    async def commit(self) -> None:
        await self._end("db.commit")

    async def rollback(self) -> None:
        await self._end("db.rollback")

    async def close(self) -> None:
        """What was not committed is undone. The session opens again where it is used again."""
        await self._end("db.close")
        self._id = None

    async def __aenter__(self) -> "Session":
        return self

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if kind is not None:
                await self.rollback()
        finally:
            await self.close()

    async def _open(self) -> str:
        if self._opening is None:
            self._opening = asyncio.Lock()
        async with self._opening:
            if self._id is None:
                self._id = await self._ask("db.open", {})
            return self._id

    async def _end(self, method: str) -> None:
        if self._id is not None:
            await self._ask(method, {"session": self._id})


def _parameter(value: Any) -> Any:
    """What PostgreSQL reads from text is given as text."""
    if isinstance(value, dict):
        return {key: _parameter(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_parameter(item) for item in value]
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"\\x{bytes(value).hex()}"
    return value
