"""Turns a skill's values into JSON that every reader understands, or says where that can't be."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Optional

#: Beyond it a JSON number loses digits in readers that have only doubles; it travels as text instead.
LARGEST_SAFE_INTEGER = 2**53 - 1

#: Deeper than any value that is meant, and well within what readers stand.
DEPTH_LIMIT = 400
_PATH_LIMIT = 200
_CONTAINERS = (dict, list, tuple)
_LONG_INTEGER = re.compile(r"(?:^|[:\[,])-?\d{16,}")
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*\Z")


class NotJson(TypeError):
    """A value that JSON can't hold: why (`reason`), where (a JSON `path`) and what was `found` there."""

    def __init__(self, reason: str, path: str, found: str) -> None:
        super().__init__(f"{found} at {path} is not JSON ({reason})")
        self.reason = reason
        self.path = path
        self.found = found


def encode_json(value: Any) -> bytes:
    """The value's JSON in UTF-8. Raises NotJson. Lone surrogates become U+FFFD, unsafe integers text."""
    text = _dump(value)
    # Some versions of Python write what others, and other languages' readers, find too deep.
    if text.count("[") + text.count("{") > DEPTH_LIMIT and _is_too_deep(value):
        raise _find_problem(value, "$", 0, set()) or NotJson("depth", "$", f"{DEPTH_LIMIT}+")
    if _LONG_INTEGER.search(text):
        text = _dump(_with_safe_integers(value))
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return whole.encode("utf-8")


def _dump(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        problem = _find_problem(value, "$", 0, set())
        raise problem or NotJson("type", "$", f"{type(value).__name__} ({error})") from None


def _is_too_deep(value: Any) -> bool:
    level = [value] if isinstance(value, _CONTAINERS) else []
    for _ in range(DEPTH_LIMIT):
        if not level:
            return False
        level = [
            item
            for each in level
            for item in (each.values() if isinstance(each, dict) else each)
            if isinstance(item, _CONTAINERS)
        ]
    return bool(level)


def _find_problem(value: Any, path: str, depth: int, inside: "set[int]") -> Optional[NotJson]:
    """The first thing that JSON can't hold. `inside` holds the ids of the containers around `value`."""
    if value is None or isinstance(value, (str, bool)):
        return None
    if isinstance(value, (int, float)):
        return _number_problem(value, path)
    if not isinstance(value, (dict, list, tuple)):
        return _problem("type", path, type(value).__name__)
    if id(value) in inside:
        return _problem("cycle", path, type(value).__name__)
    if depth >= DEPTH_LIMIT:
        return _problem("depth", path, f"{depth}+")
    return _inner_problem(value, path, depth, inside | {id(value)})


def _inner_problem(value: Any, path: str, depth: int, inside: "set[int]") -> Optional[NotJson]:
    if not isinstance(value, dict):
        for index, item in enumerate(value):
            problem = _find_problem(item, f"{path}[{index}]", depth + 1, inside)
            if problem:
                return problem
        return None
    for key, item in value.items():
        if not _is_key(key):
            return _problem("key", path, type(key).__name__)
        problem = _find_problem(item, path + _step(key), depth + 1, inside)
        if problem:
            return problem
    return None


def _is_key(key: Any) -> bool:
    """As json.dumps: numbers, booleans and None become text."""
    if isinstance(key, float):
        return math.isfinite(key)
    return key is None or isinstance(key, (str, int))


def _number_problem(value: Any, path: str) -> Optional[NotJson]:
    if isinstance(value, float) and not math.isfinite(value):
        found = "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
        return _problem("number", path, found)
    try:
        int.__repr__(value) if isinstance(value, int) else None
    except ValueError:
        return _problem("number", path, f"int ({value.bit_length()} bits)")
    return None


def _problem(reason: str, path: str, found: str) -> NotJson:
    shown = path if len(path) <= _PATH_LIMIT else f"{path[:_PATH_LIMIT]}…"
    return NotJson(reason, shown.encode("utf-8", "replace").decode("utf-8"), found)


def _step(key: Any) -> str:
    if isinstance(key, str) and _PLAIN_KEY.match(key):
        return f".{key}"
    return f"[{json.dumps(str(key))}]"


def _with_safe_integers(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_SAFE_INTEGER else str(int(value))
    if isinstance(value, dict):
        return {key: _with_safe_integers(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_safe_integers(item) for item in value]
    return value
