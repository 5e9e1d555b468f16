"""Describes exceptions as data: class names, message and code, never a stack trace."""

from __future__ import annotations

import errno
import os
import socket
import traceback
from typing import Any, Dict, Iterator, List, Optional, Tuple

_MESSAGE_LIMIT = 20_000
_MOST_CAUSES = 8
_TRACE_LIMIT = 20_000
_BRIDGE = os.path.dirname(os.path.abspath(__file__))


class PlatformError(RuntimeError):
    """What the platform answers a request with where it can't serve it; `code` is the platform's."""

    def __init__(self, message: str, code: str = "unexpected") -> None:
        super().__init__(message)
        self.code = code


def describe(error: BaseException) -> Dict[str, Any]:
    """As SkillException in the platform: `{name, message, classes, code?, causes}`."""
    return {**_describe_one(error), "causes": [_describe_one(cause) for cause in _causes(error)]}


def place_of(error: BaseException, folder: str) -> str:
    """File and line in the skill's folder where the error came up: `handler.py:3`."""
    if isinstance(error, SyntaxError) and error.filename:
        return _relative(error.filename, error.lineno, folder)
    own: Tuple[Optional[str], Optional[int]] = (None, None)
    for frame in traceback.extract_tb(error.__traceback__):
        if os.path.realpath(frame.filename).startswith(os.path.realpath(folder) + os.sep):
            own = (frame.filename, frame.lineno)
    return _relative(own[0], own[1], folder) if own[0] else os.path.basename(folder)


def trace_of(error: BaseException) -> str:
    """The stack trace for the run's log, for the skill's author: without the bridge's own frames."""
    told = traceback.TracebackException.from_exception(error)
    for each in _chain(told):
        each.stack = traceback.StackSummary.from_list(
            [frame for frame in each.stack if os.path.dirname(frame.filename) != _BRIDGE]
        )
    return "".join(told.format()).rstrip()[-_TRACE_LIMIT:]


def _chain(told: traceback.TracebackException) -> Iterator[traceback.TracebackException]:
    waiting: List[Optional[traceback.TracebackException]] = [told]
    seen = set()
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        waiting.extend([each.__cause__, each.__context__, *(getattr(each, "exceptions", None) or ())])


def _describe_one(error: BaseException) -> Dict[str, Any]:
    code = _code(error)
    return {
        "name": type(error).__name__,
        "message": _message(error),
        "classes": [_class_name(each) for each in type(error).__mro__ if each is not object],
        **({} if code is None else {"code": code}),
    }


def _causes(error: BaseException) -> Iterator[BaseException]:
    """What it was explicitly raised from, level by level, and the members of a group."""
    seen = {id(error)}
    waiting: List[BaseException] = _direct_causes(error)
    while waiting and len(seen) <= _MOST_CAUSES:
        cause = waiting.pop(0)
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting.extend(_direct_causes(cause))


def _direct_causes(error: BaseException) -> List[BaseException]:
    # `orig` is where SQLAlchemy keeps the driver's own error.
    candidates = [error.__cause__, getattr(error, "orig", None), *getattr(error, "exceptions", ())]
    return [each for each in candidates if isinstance(each, BaseException)]


def _message(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return f"sys.exit({error.code!r})"[:_MESSAGE_LIMIT]
    try:
        return str(error)[:_MESSAGE_LIMIT]
    except Exception as worse:  # an exception's __str__ is the skill's code too
        return f"({type(worse).__name__} while reading the message)"


def _class_name(kind: type) -> str:
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def _code(error: BaseException) -> Optional[str]:
    if isinstance(error, SystemExit):
        return None
    if isinstance(error, socket.gaierror):
        return _resolver_codes().get(error.errno or 0)
    for name in ("sqlstate", "pgcode", "code"):
        value = getattr(error, name, None)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    if isinstance(error, OSError) and isinstance(error.errno, int):
        return errno.errorcode.get(error.errno)
    return None


def _resolver_codes() -> Dict[int, str]:
    return {getattr(socket, name): name for name in dir(socket) if name.startswith("EAI_")}


def _relative(file: Optional[str], line: Optional[int], folder: str) -> str:
    shown = os.path.relpath(os.path.realpath(file or folder), os.path.realpath(folder))
    if shown.startswith(os.pardir):
        shown = os.path.basename(file or folder)
    return f"{shown}:{line}" if line else shown
