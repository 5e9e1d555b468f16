"""Runs calls one after another in the main thread and tells the platform how each ended."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, Optional, Tuple, Union

from .context import RuntimeContext, build_context
from .database import Session
from .entry import Entry, find_entry, load_module
from .exceptions import PlatformError, describe, place_of, trace_of
from .frames import Channel
from .json_values import NotJson
from .limits import flush_output
from .requests import CallLine

#: How long an aborted call may go on before its `await` is cancelled, so that its `finally` blocks run.
_CANCEL_AFTER_SECONDS = 0.1
_LEFTOVERS_SECONDS = 0.5
#: SQLSTATE of a commit after a statement that failed.
_FAILED_TRANSACTION = "25P02"

#: (value, None) or (None, error).
Outcome = Tuple[Any, Optional[BaseException]]


class Runner:
    """Holds the skill's module and the event loop, which live as long as the worker."""

    def __init__(self, channel: Channel, file: str, folder: str) -> None:
        self._channel = channel
        self._file = file
        self._folder = folder
        self._home = os.getcwd()
        self._process = os.getpid()
        self._entry: Optional[Entry] = None
        self._loop = asyncio.new_event_loop()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="skill")
        self._task: "Optional[asyncio.Task[Outcome]]" = None

    def run(self, message: Dict[str, Any], line: CallLine) -> None:
        """Sends exactly one ending of the call."""
        with contextlib.suppress(OSError):
            os.chdir(self._home)
        ending = self._load(line.call)
        if ending is None:
            ending = self._execute(message, line)
        flush_output()
        self._send(line.call, ending)
        line.close()

    def cancel_later(self) -> None:
        """From any thread: gives the call a moment to see the abort signal, then cancels what it awaits."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(
                lambda: self._loop.call_later(_CANCEL_AFTER_SECONDS, self._cancel)
            )

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _load(self, call: int) -> Optional[Dict[str, Any]]:
        """None where the entry is there; the module is loaded once, outside any running event loop."""
        if self._entry is not None:
            return None
        try:
            self._entry = find_entry(load_module(self._file, self._folder))
        except BaseException as error:
            self._leave_if_forked(error)
            said = describe(error)
            place = place_of(error, self._folder)
            return {"type": "unstartable", "call": call, "place": place,
                    "name": said["name"], "message": said["message"]}  # fmt: skip
        return {"type": "no-entry", "call": call} if self._entry is None else None

    def _execute(self, message: Dict[str, Any], line: CallLine) -> Union[Dict[str, Any], "Value"]:
        entry = self._entry
        assert entry is not None
        context = build_context(message["context"], line, entry.is_async)
        value, error = self._in_loop(entry, message["input"], context)
        if error is None:
            return Value(value)
        print(trace_of(error), file=sys.__stderr__)
        return {"type": "raised", "call": line.call, "exception": describe(error)}

    def _in_loop(self, entry: Entry, data: Any, context: RuntimeContext) -> Outcome:
        if self._loop.is_closed():
            self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        self._task = self._loop.create_task(self._settle(entry, data, context))
        try:
            return self._loop.run_until_complete(self._task)
        except BaseException as error:  # sys.exit in another task stops the loop itself
            return None, error
        finally:
            self._task = None
            self._end_leftovers()

    async def _settle(self, entry: Entry, data: Any, context: RuntimeContext) -> Outcome:
        own_session = context.get("db")
        try:
            outcome = await self._called(entry, data, context)
        except BaseException as error:
            outcome = None, error
        self._leave_if_forked(outcome[1])
        return await _ended(own_session, outcome) if isinstance(own_session, Session) else outcome

    async def _called(self, entry: Entry, data: Any, context: RuntimeContext) -> Outcome:
        if entry.is_async:
            return await entry.call(data, context), None
        value, error = await self._loop.run_in_executor(
            self._thread, self._in_thread, entry, data, context
        )
        # A plain function that hands on a coroutine, as a decorator does.
        return (await value if inspect.isawaitable(value) else value), error

    def _in_thread(self, entry: Entry, data: Any, context: RuntimeContext) -> Outcome:
        """RUN-03. Never raises: StopIteration, say, can't pass through a future."""
        try:
            value = entry.call(data, context)
        except BaseException as error:
            self._leave_if_forked(error)
            return None, error
        self._leave_if_forked(None)
        return value, None

    def _leave_if_forked(self, error: Optional[BaseException]) -> None:
        """A child that the handler forked and that came back here must not go on as a second worker."""
        if os.getpid() == self._process:
            return
        if error is not None and not isinstance(error, SystemExit):
            traceback.print_exception(type(error), error, error.__traceback__)
        flush_output()
        os._exit(0 if error is None else 1)

    def _end_leftovers(self) -> None:
        """Tasks that outlive their call would otherwise wake up in somebody else's."""
        if self._loop.is_closed() or not (tasks := asyncio.all_tasks(self._loop)):
            return
        for task in tasks:
            task.cancel()
        print(f"{len(tasks)} task(s) were cancelled as the call ended", file=sys.__stderr__)
        with contextlib.suppress(BaseException):
            self._loop.run_until_complete(asyncio.wait(tasks, timeout=_LEFTOVERS_SECONDS))

    def _send(self, call: int, ending: Union[Dict[str, Any], "Value"]) -> None:
        if isinstance(ending, dict):
            self._channel.send(ending)
            return
        try:
            self._channel.send_result(call, ending.value)
        except NotJson as problem:
            self._channel.send({"type": "unserialisable", "call": call, "reason": problem.reason,
                                "path": problem.path, "found": problem.found})  # fmt: skip
        except BaseException as error:  # MemoryError, or a mapping's own code
            self._channel.send({"type": "raised", "call": call, "exception": describe(error)})


async def _ended(session: Session, outcome: Outcome) -> Outcome:
    """The legacy session is the platform's to end: committed, or undone with an exception (CTX-07)."""
    try:
        if outcome[1] is None:
            await session.commit()
    except PlatformError as error:
        # The skill has heard of the statement that failed, and has answered in its own way.
        if error.code != _FAILED_TRANSACTION:
            return None, error
    finally:
        with contextlib.suppress(Exception):
            await session.close()
    return outcome


class Value:
    """What the entry returned, told apart from a message."""

    def __init__(self, value: Any) -> None:
        self.value = value
