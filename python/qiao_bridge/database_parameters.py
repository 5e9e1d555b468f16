"""A statement and its parameters as the platform takes them: SQL as text, values as JSON."""

from __future__ import annotations

import datetime
import decimal
import math
import uuid
from typing import Any, Dict, Tuple

_LARGEST_EXACT = 2**53 - 1


def statement_parts(statement: Any, parameters: Any) -> Tuple[str, Any]:
    """The SQL and its parameters; values that are bound to the statement itself come with them."""
    if isinstance(statement, str):
        return statement, _parameter(parameters if parameters is not None else {})
    sql, bound = _unwrapped(statement)
    if parameters is None:
        return sql, _parameter(bound)
    if isinstance(parameters, dict):
        return sql, _parameter({**bound, **parameters})
    return sql, _parameter(parameters)


def _unwrapped(statement: Any) -> Tuple[str, Dict[str, Any]]:
    text = getattr(statement, "text", None)
    if isinstance(text, str):  # SQLAlchemy's text()
        bound = getattr(statement, "_bindparams", {})
        return text, {name: each.value for name, each in bound.items() if not each.required}
    compile = getattr(statement, "compile", None)
    if callable(compile):  # its select() and the like
        compiled = compile()
        return str(compiled), dict(getattr(compiled, "params", None) or {})
    return str(statement), {}


def _parameter(value: Any) -> Any:
    """What JSON can't hold, or would round, is given as the text that PostgreSQL reads."""
    if isinstance(value, dict):
        return {key: _parameter(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_parameter(item) for item in value]
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return f"{value.total_seconds():f} seconds"
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"\\x{bytes(value).hex()}"
    if isinstance(value, int) and abs(value) > _LARGEST_EXACT:
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
