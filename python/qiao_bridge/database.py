"""A database session through the platform, with the few calls of SQLAlchemy's sessions that skills use."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Any, Awaitable, Callable, Dict, Optional

from .database_parameters import statement_parts
from .database_result import Result
from .exceptions import PlatformError

Params = Dict[str, Any]
Ask = Callable[[str, Params], Awaitable[Any]]
AskNow = Callable[[str, Params], Any]


class Session:
    """
    Opened at first use (CTX-07). As a context manager it closes itself, after a rollback on an exception.

    Every call is for both kinds of code: where an event loop runs it is awaited (`await db.execute(…)`, `async with`),
    elsewhere it blocks (`db.execute(…)`, `with`).

    Values come as JSON holds them: int8 that JSON would round and numeric as str, dates and times as ISO 8601, bytea as
    base64, json and arrays as dicts and lists. One statement an execute; named parameters as `:name` with a dict, `$1`
    with a list; a list of dicts executes once for each.
    """

    def __init__(self, ask: Ask, ask_now: Optional[AskNow] = None) -> None:
        self._ask = ask
        self._ask_now = ask_now
        self._id: Optional[str] = None
        self._opening: Optional[asyncio.Lock] = None
        self._opening_now = threading.Lock()

    def execute(self, statement: Any, parameters: Any = None) -> Any:
        """A Result. `statement`: SQL as text, or what SQLAlchemy's `text()` and its like give."""
        return self._do(self._execute, self._execute_now, *statement_parts(statement, parameters))

    def scalar(self, statement: Any, parameters: Any = None) -> Any:
        """The first value of the first row, or None."""
        return self._then(self.execute(statement, parameters), Result.scalar)

    def scalars(self, statement: Any, parameters: Any = None) -> Any:
        """The first value of every row, as Items."""
        return self._then(self.execute(statement, parameters), Result.scalars)

    def commit(self) -> Any:
        """Raises where a statement of the transaction failed: then nothing was committed."""
        return self._do(self._end, self._end_now, "db.commit")

    def rollback(self) -> Any:
        return self._do(self._end, self._end_now, "db.rollback")

    def close(self) -> Any:
        """What was not committed is undone. The session opens again where it is used again."""
        return self._do(self._end, self._end_now, "db.close")

    def begin(self) -> "_Transaction":
        """`async with db.begin():` commits at its end, and rolls back on an exception."""
        return _Transaction(self)

    async def __aenter__(self) -> "Session":
        return self

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if kind is not None:
                # What goes on is the skill's own exception, whatever has become of the session.
                with contextlib.suppress(PlatformError):
                    await self._end("db.rollback")
        finally:
            await self._end("db.close")

    def __enter__(self) -> "Session":
        if _is_in_loop():
            raise TypeError("in asynchronous code write `async with` for a database session")
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if kind is not None:
                with contextlib.suppress(PlatformError):
                    self._end_now("db.rollback")
        finally:
            self._end_now("db.close")

    def _do(self, later: Callable[..., Awaitable[Any]], now: Callable[..., Any], *given: Any) -> Any:
        return later(*given) if _is_in_loop() or self._ask_now is None else now(*given)

    def _then(self, result: Any, take: Callable[[Result], Any]) -> Any:
        if isinstance(result, Result):
            return take(result)

        async def taken() -> Any:
            return take(await result)

        return taken()

    async def _execute(self, sql: str, parameters: Any) -> Result:
        if self._opening is None:
            self._opening = asyncio.Lock()
        async with self._opening:
            if self._id is None:
                self._id = await self._ask("db.open", {})
        params = {"session": self._id, "sql": sql, "parameters": parameters}
        return _result(await self._ask("db.execute", params))

    def _execute_now(self, sql: str, parameters: Any) -> Result:
        with self._opening_now:
            if self._id is None:
                self._id = self._now("db.open", {})
        params = {"session": self._id, "sql": sql, "parameters": parameters}
        return _result(self._now("db.execute", params))

    async def _end(self, method: str) -> None:
        session = self._ended(method)
        if session is not None:
            await self._ask(method, {"session": session})

    def _end_now(self, method: str) -> None:
        session = self._ended(method)
        if session is not None:
            self._now(method, {"session": session})

    def _ended(self, method: str) -> Optional[str]:
        """None where nothing was asked of it, so that there is nothing to end."""
        session = self._id
        if method == "db.close":
            self._id = None
        return session

    def _now(self, method: str, params: Params) -> Any:
        assert self._ask_now is not None
        return self._ask_now(method, params)


class _Transaction:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def __aenter__(self) -> Session:
        return self._session

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        await (self._session.commit() if kind is None else self._session.rollback())

    def __enter__(self) -> Session:
        return self._session.__enter__()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            self._session.commit()
        else:
            self._session.rollback()


def _is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _result(answer: Dict[str, Any]) -> Result:
    rows = answer.get("rows", [])
    return Result(answer.get("columns", []), rows, answer.get("row_count", len(rows)))


