"""One call's line to the platform: requests with their replies, progress, and the abort signal."""

from __future__ import annotations

import asyncio
import math
import threading
from concurrent.futures import Future, InvalidStateError
from typing import Any, Dict, Optional

from .exceptions import PlatformError
from .frames import Channel
from .json_values import NotJson

_PROGRESS_TEXT_LIMIT = 2000


class AbortSignal:
    """CLK-04: set by a wall clock, the user's stop or a closing server."""

    def __init__(self) -> None:
        self._event = threading.Event()

    @property
    def aborted(self) -> bool:
        return self._event.is_set()

    def is_set(self) -> bool:
        return self._event.is_set()

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Blocks its thread until aborted, or for `timeout` seconds; whether it is aborted."""
        return self._event.wait(timeout)

    def set(self) -> None:
        self._event.set()


class CallLine:
    """Usable from any thread and any event loop while the call lasts."""

    def __init__(self, channel: Channel, call: int) -> None:
        self.call = call
        self.abort_signal = AbortSignal()
        self._channel = channel
        self._waiting: "Dict[int, Future[Any]]" = {}
        self._lock = threading.Lock()
        self._requests = 0
        self._is_over = False

    async def ask(self, method: str, params: Dict[str, Any]) -> Any:
        """The platform's answer. Raises PlatformError with the platform's sentence where it fails."""
        return await asyncio.wrap_future(self._send(method, params))

    def ask_now(self, method: str, params: Dict[str, Any]) -> Any:
        """The same for code without an event loop: blocks its thread."""
        return self._send(method, params).result()

    def progress(self, fraction: Any, text: Any) -> None:
        if isinstance(fraction, str) and text == "":
            fraction, text = None, fraction
        known = isinstance(fraction, (int, float)) and math.isfinite(fraction)
        share = min(max(float(fraction), 0.0), 1.0) if known and fraction is not None else None
        shown = str(text)[:_PROGRESS_TEXT_LIMIT]
        if not self._is_over:
            self._channel.send(
                {"type": "progress", "call": self.call, "fraction": share, "text": shown}
            )

    def settle(self, reply: Dict[str, Any]) -> None:
        with self._lock:
            future = self._waiting.pop(reply["id"], None)
        if future is None:
            return
        error = reply.get("error")
        try:
            if error is None:
                future.set_result(reply.get("value"))
            else:
                future.set_exception(PlatformError(error["message"], error["code"]))
        except InvalidStateError:
            pass  # nobody waits for it any more

    def close(self) -> None:
        """The call is over: what still waits, in a thread that was left behind, hears of it."""
        with self._lock:
            self._is_over = True
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for future in waiting:
            future.cancel()

    def _send(self, method: str, params: Dict[str, Any]) -> "Future[Any]":
        future: "Future[Any]" = Future()
        with self._lock:
            if self._is_over:
                raise PlatformError("This call of the skill is over.", "stopped")
            self._requests += 1
            number = self._requests
            self._waiting[number] = future
        request = {"type": "request", "call": self.call, "id": number}
        try:
            self._channel.send({**request, "method": method, "params": params})
        except BaseException as error:
            with self._lock:
                self._waiting.pop(number, None)
            if isinstance(error, NotJson):
                # The skill knows its arguments, not the message around them.
                path = error.path.replace("$.params", "$", 1)
                raise NotJson(error.reason, path, error.found) from None
            raise
        return future
