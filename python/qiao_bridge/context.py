"""The runtime context as a handler sees it: the platform's data, and live objects over the bridge (RUN-06)."""

from __future__ import annotations

from typing import Any, Awaitable, Dict, Generator, List, Optional

from .database import Session
from .requests import CallLine


class RuntimeContext(dict):
    """`ctx["user_id"]` and `ctx.user_id` are the same."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the runtime context has no {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def build_context(data: Dict[str, Any], line: CallLine, is_async: bool) -> RuntimeContext:
    """The data as they came, and around them the live objects; what is null there stays null (CTX-07, ASY-03)."""
    context = RuntimeContext(data)
    context["call_skill"] = _CallSkill(line)
    context["db_factory"] = lambda: Session(line.ask, line.ask_now)
    context.setdefault("abort_signal", line.abort_signal)
    context["provider"] = Provider(line)
    context["report_progress"] = _ReportProgress(line)
    if not is_async:
        context["db"] = None
    elif "db" not in context:
        context["db"] = Session(line.ask, line.ask_now)
    return context


class Provider:
    """The role's language model."""

    def __init__(self, line: CallLine) -> None:
        self._line = line

    async def chat(
        self, messages: List[Dict[str, str]], max_tokens: Optional[int] = None
    ) -> Dict[str, Any]:
        """`{"text": …, "usage": {"input_tokens": …, "output_tokens": …}}`."""
        params = {"messages": messages, "max_tokens": max_tokens}
        return await self._line.ask("provider.chat", params)


class _CallSkill:
    """`await ctx["call_skill"]("name", {...})`: the callee's envelope (CAL-01, CAL-02)."""

    def __init__(self, line: CallLine) -> None:
        self._line = line

    async def __call__(self, name: str, input: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        params = {"name": name, "input": {} if input is None else input}
        return await self._line.ask("call_skill", params)


class _ReportProgress:
    """`ctx["report_progress"](0.5, "half")`, or only a text; `fraction` from 0 to 1 or None. May be awaited, need not."""

    def __init__(self, line: CallLine) -> None:
        self._line = line

    def __call__(self, fraction: Any = None, text: Any = "") -> "Awaitable[None]":
        self._line.progress(fraction, text)
        return _Done()


class _Done:
    def __await__(self) -> "Generator[None, None, None]":
        return
        yield
