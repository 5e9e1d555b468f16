"""The session that skills get through the platform."""

import asyncio
import datetime
import decimal
import unittest
from typing import Any, Dict, List, Tuple

from qiao_bridge.database import Result, Session


class Platform:
    """Answers as the platform does and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: List[Tuple[str, Dict[str, Any]]] = []

    async def ask(self, method: str, params: Dict[str, Any]) -> Any:
        self.asked.append((method, params))
        await asyncio.sleep(0)
        if method == "db.open":
            return "s1"
        return {"columns": ["id"], "rows": [[7]], "row_count": 1} if method == "db.execute" else None

    def methods(self) -> List[str]:
        return [method for method, _ in self.asked]


class SessionTest(unittest.IsolatedAsyncioTestCase):
    async def test_ctx_07_opens_at_first_use_and_once_for_many(self) -> None:
        platform = Platform()
        session = Session(platform.ask)
        await session.rollback()
        await session.close()
        self.assertEqual(platform.asked, [])
        await asyncio.gather(*[session.execute("select 1") for _ in range(3)])
        self.assertEqual(platform.methods(), ["db.open", *["db.execute"] * 3])

    async def test_ctx_07_rolls_back_on_an_exception_and_closes(self) -> None:
        platform = Platform()
        with self.assertRaises(KeyError):
            async with Session(platform.ask) as session:
                await session.execute("select 1")
                raise KeyError("x")
        self.assertEqual(platform.methods()[-2:], ["db.rollback", "db.close"])

    async def test_values_that_json_lacks_are_given_as_text(self) -> None:
        platform = Platform()
        given = {"d": datetime.date(2026, 1, 2), "n": decimal.Decimal("1.10"), "b": b"\x00\xff", "l": [1, None]}
        await Session(platform.ask).execute("select 1", given)
        parameters = platform.asked[-1][1]["parameters"]
        self.assertEqual(parameters, {"d": "2026-01-02", "n": "1.10", "b": "\\x00ff", "l": [1, None]})

    async def test_scalar_is_a_short_cut(self) -> None:
        self.assertEqual(await Session(Platform().ask).scalar("select 7"), 7)


class ResultTest(unittest.TestCase):
    def result(self) -> Result:
        return Result(["id", "name"], [[1, "a"], [2, "b"]], 2)

    def test_rows_answer_by_position_name_and_mapping(self) -> None:
        row = self.result().first()
        self.assertEqual((row[0], row.name, row._mapping), (1, "a", {"id": 1, "name": "a"}))
        self.assertEqual(tuple(row), (1, "a"))
        with self.assertRaisesRegex(AttributeError, "no column 'x'; it has id, name"):
            row.x  # noqa: B018

    def test_shapes(self) -> None:
        self.assertEqual(self.result().scalar(), 1)
        self.assertEqual(self.result().scalars(1).all(), ["a", "b"])
        self.assertEqual(self.result().mappings().all()[1], {"id": 2, "name": "b"})
        self.assertEqual([row.id for row in self.result()], [1, 2])
        self.assertEqual(self.result().keys(), ["id", "name"])
        self.assertEqual(self.result().rowcount, 2)

    def test_empty_and_several(self) -> None:
        empty = Result(["id"], [], 0)
        self.assertIsNone(empty.first())
        self.assertIsNone(empty.scalar())
        self.assertIsNone(empty.one_or_none())
        with self.assertRaises(LookupError):
            self.result().one()


if __name__ == "__main__":
    unittest.main()
