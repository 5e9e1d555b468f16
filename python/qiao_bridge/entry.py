"""Finds a handler's entry and how it wants to be called (RUN-01, RUN-02)."""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from types import ModuleType
from typing import Any, Callable, Optional

#: RUN-01: in this order.
ENTRY_NAMES = ("execute", "run", "handler", "main", "handle")


class Entry:
    """A callable entry. `is_async`: its call gives something to await."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.is_async = _is_async(function)
        self._function = function
        self._call = _binding(function)

    def call(self, data: Any, context: Any) -> Any:
        return self._call(self._function, data, context)


def load_module(file: str, folder: str) -> ModuleType:
    """Runs the handler's file. Its folder comes first on `sys.path`, so that its own modules are found."""
    if folder not in sys.path:
        sys.path.insert(0, folder)
    own = os.path.dirname(file)
    if own not in sys.path:
        sys.path.insert(0, own)
    name = os.path.splitext(os.path.basename(file))[0]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def find_entry(module: ModuleType) -> Optional[Entry]:
    for name in ENTRY_NAMES:
        found = getattr(module, name, None)
        if callable(found) and not inspect.isclass(found):
            return Entry(found)
    return None


Binding = Callable[[Callable[..., Any], Any, Any], Any]


def _binding(function: Callable[..., Any]) -> Binding:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return _with_both  # a builtin that does not tell
    if _binds(signature, None, None):
        return _with_both
    keyword = _required_keyword(signature)
    if keyword is not None and _binds(signature, None, **{keyword: None}):
        return lambda call, data, context: call(data, **{keyword: context})
    if _binds(signature, None):
        return lambda call, data, context: call(data)
    # It will raise its own TypeError, which names the parameters.
    return _with_both


def _with_both(call: Callable[..., Any], data: Any, context: Any) -> Any:
    return call(data, context)


def _binds(signature: inspect.Signature, *args: Any, **keywords: Any) -> bool:
    try:
        signature.bind(*args, **keywords)
    except TypeError:
        return False
    return True


def _required_keyword(signature: inspect.Signature) -> Optional[str]:
    """`async def execute(input_data, *, ctx)`: the one keyword that it can't do without."""
    required = [
        name
        for name, parameter in signature.parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty
    ]
    return required[0] if len(required) == 1 else None


def _is_async(function: Callable[..., Any]) -> bool:
    called = getattr(function, "__call__", None)
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(called)
