"""The session that skills get through the platform."""

import asyncio
import datetime
import decimal
import unittest
from typing import Any, Dict, List, Tuple

from qiao_bridge.database import Session
from qiao_bridge.database_result import Result


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

    async def test_numbers_that_json_would_round_are_given_as_text(self) -> None:
        platform = Platform()
        given = [2**53, 2**53 - 1, True, float("inf"), datetime.timedelta(days=1), {1}]
        await Session(platform.ask).execute("select 1", given)
        expected = ["9007199254740992", 9007199254740991, True, "inf", "86400.000000 seconds", [1]]
        self.assertEqual(platform.asked[-1][1]["parameters"], expected)

    async def test_values_bound_to_the_statement_come_with_it(self) -> None:
        class Bound:
            def __init__(self, value: Any, required: bool) -> None:
                self.value, self.required = value, required

        class Text:
            text = "select :a, :b"
            _bindparams = {"a": Bound(1, False), "b": Bound(None, True)}

        platform = Platform()
        await Session(platform.ask).execute(Text(), {"b": 2})
        self.assertEqual(platform.asked[-1][1]["parameters"], {"a": 1, "b": 2})

    async def test_begin_commits_or_rolls_back(self) -> None:
        platform = Platform()
        session = Session(platform.ask)
        async with session.begin() as db:
            await db.execute("select 1")
        with self.assertRaises(KeyError):
            async with session.begin():
                raise KeyError("x")
        self.assertEqual(platform.methods()[-2:], ["db.commit", "db.rollback"])

    async def test_with_in_asynchronous_code_says_async_with(self) -> None:
        with self.assertRaisesRegex(TypeError, "async with"):
            with Session(Platform().ask):
                pass

    async def test_scalar_is_a_short_cut(self) -> None:
        self.assertEqual(await Session(Platform().ask).scalar("select 7"), 7)


class BlockingSessionTest(unittest.TestCase):
    def session(self, platform: Platform) -> Session:
        return Session(platform.ask, lambda *given: asyncio.run(platform.ask(*given)))

    def test_run_06_without_an_event_loop_every_call_blocks(self) -> None:
        platform = Platform()
        with self.session(platform) as db:
            self.assertEqual(db.execute("select 7").scalar_one(), 7)
            self.assertEqual(db.scalar("select 7"), 7)
            self.assertEqual(db.scalars("select 7").all(), [7])
            db.commit()
        self.assertEqual(platform.methods(), ["db.open", *["db.execute"] * 3, "db.commit", "db.close"])

    def test_ctx_07_an_exception_rolls_back(self) -> None:
        platform = Platform()
        with self.assertRaises(KeyError), self.session(platform) as db:
            db.execute("select 1")
            raise KeyError("x")
        self.assertEqual(platform.methods()[-2:], ["db.rollback", "db.close"])

    def test_a_loop_of_its_own_awaits(self) -> None:
        db = self.session(Platform())

        async def ask() -> Any:
            return (await db.execute("select 7")).scalar()

        self.assertEqual(asyncio.run(ask()), 7)


class ResultTest(unittest.TestCase):
    def result(self) -> Result:
        return Result(["id", "name"], [[1, "a"], [2, "b"]], 2)

    def test_rows_answer_by_position_name_and_mapping(self) -> None:
        row = self.result().first()
        self.assertEqual((row[0], row.name, row._mapping), (1, "a", {"id": 1, "name": "a"}))
        self.assertEqual(tuple(row), (1, "a"))
        with self.assertRaisesRegex(AttributeError, "no column 'x'; it has id, name"):
            row.x  # noqa: B018

    def test_rows_answer_by_key_and_columns_win_over_methods(self) -> None:
        row = Result(["count", "index"], [[5, 6]], 1).first()
        self.assertEqual((row["count"], row.count, row.index, row[0:2]), (5, 5, 6, (5, 6)))
        plain = self.result().first()
        self.assertEqual((plain.count(1), plain.index("a")), (1, 1))
        with self.assertRaises(KeyError):
            plain["x"]

    def test_fetching_goes_on_where_it_stopped(self) -> None:
        result = self.result()
        self.assertEqual((result.fetchone().id, result.fetchmany(5)[0].id, result.fetchone()), (1, 2, None))

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
