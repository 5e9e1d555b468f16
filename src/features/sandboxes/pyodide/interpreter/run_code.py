"""What stands in the interpreter before the code does: runs it once and tells what came of it (DOC-07)."""

import ast
import asyncio
import builtins
import inspect
import json
import linecache
import math
import os
import posix
import random
import sys
import time
import traceback
import types

# Most code needs some of these; in the memory snapshot they are imported already.
import base64, calendar, collections, csv, dataclasses, datetime, decimal, fractions  # noqa: E401, F401
import functools, hashlib, html, io, itertools, operator, pathlib, re, shutil, statistics  # noqa: E401, F401
import string, tempfile, textwrap, typing, unicodedata, uuid, zipfile  # noqa: E401, F401
import urllib.parse, xml.etree.ElementTree  # noqa: E401, F401

FILE_NAME = "<code>"
#: Of the result, as JSON; what is larger belongs in a file.
MOST_RESULT_CHARACTERS = 1_000_000
MOST_REPR_CHARACTERS = 10_000
MOST_TRACEBACK_CHARACTERS = 20_000
MOST_LEVELS = 100
#: JSON itself has no limit, but who reads it has: above this an integer is told as text.
LARGEST_INTEGER = 2**53
#: The bridge to JavaScript, and the way into the interpreter's own memory.
CLOSED_MODULES = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "_ctypes")

#: Before anybody can put something else in its place.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class _ClosedModules:
    """Stands first among the finders."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in CLOSED_MODULES:
            raise ModuleNotFoundError(f"The module {name!r} is closed in this sandbox.", name=name)


class _EventLoop(asyncio.BaseEventLoop):
    """asyncio without files, sockets and threads: timers and tasks, on the one thread that there is."""

    def __init__(self):
        super().__init__()
        self._selector = self

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError("Everything waits for something that nobody here can bring.")
        time.sleep(timeout)
        return []

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class _EventLoopPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = _EventLoop


def close_off():
    """Takes away the bridge to JavaScript. Nothing in here is a wall: what counts is closed outside Python."""
    from pyodide import webloop
    from pyodide.ffi import unregister_js_module

    asyncio.run = asyncio.runners.run
    time.sleep = webloop._orig_sleep
    asyncio._set_running_loop(None)
    asyncio.events._set_event_loop_policy(_EventLoopPolicy())
    for name in ("js", "pyodide_js"):
        unregister_js_module(name)
    for name in list(sys.modules):
        if name.partition(".")[0] in CLOSED_MODULES or name == __name__:
            del sys.modules[name]
    own = ("BuiltinImporter", "FrozenImporter", "PathFinder")
    kept = [finder for finder in sys.meta_path if getattr(finder, "__name__", "") in own]
    sys.meta_path[:] = [_ClosedModules, *kept]
    os.system = posix.system = _no_processes
    os.environ.clear()
    os.environ.update(HOME="/workspace", LANG="C.UTF-8", PATH="/")
    os.chdir("/workspace")
    # Last, so that no file of somebody's takes the place of a module.
    sys.path[:] = [*(path for path in sys.path if path != ""), "/workspace"]
    sys.argv[:] = [FILE_NAME]
    # A restored memory has the random numbers of the one that was stored.
    random.seed()


def _no_processes(*_):
    raise PermissionError("There are no processes and no shell in this sandbox.")


def execute(code):
    """Runs `code` as a script and answers the outcome as JSON: {ok, result, error?, exit_code?}."""
    code = _whole_text(code)
    linecache.cache[FILE_NAME] = (len(code), None, code.splitlines(True), FILE_NAME)
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = builtins
    sys.modules["__main__"] = module
    try:
        outcome = _run_script(code, module.__dict__)
    except BaseException as error:
        if isinstance(error, MemoryError):
            # Room for the sentence that tells of it.
            traceback.clear_frames(error.__traceback__)
            module.__dict__.clear()
        outcome = {"ok": False, "result": None, "error": _told(error)}
    _flush()
    return _answer(outcome)


def _run_script(code, names):
    try:
        return {"ok": True, "result": _plain(_evaluate(code, names))}
    except SystemExit as end:
        return _exited(end.code, names)


def _evaluate(code, names):
    """The value of the last expression, else of the variable `result`."""
    tree = ast.parse(code, FILE_NAME)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    value = None
    with asyncio.Runner() as runner:
        _run(compile(tree, FILE_NAME, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True), names, runner)
        if last is not None:
            body = compile(last, FILE_NAME, "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True)
            value = _run(body, names, runner)
    return names.get("result") if value is None else value


def _run(body, names, runner):
    value = eval(body, names)
    return runner.run(value) if body.co_flags & inspect.CO_COROUTINE else value


def _exited(status, names):
    """As the system tells a script's end: a number is the exit code, anything else a message and a failure."""
    if status is None or status == 0:
        return {"ok": True, "result": _plain(names.get("result")), "exit_code": 0}
    if not isinstance(status, int):
        print(status, file=sys.stderr)
    code = status & 0xFF if isinstance(status, int) else 1
    error = {"type": "SystemExit", "message": _text(status), "traceback": ""}
    return {"ok": False, "result": None, "error": error, "exit_code": code}


def _told(error):
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != FILE_NAME:
        frames = frames.tb_next
    lines = traceback.format_exception(type(error), error, frames)
    text = _whole_text("".join(lines))
    if len(text) > MOST_TRACEBACK_CHARACTERS:
        half = MOST_TRACEBACK_CHARACTERS // 2
        text = f"{text[:half]}\n…\n{text[-half:]}"
    return {"type": type(error).__name__, "message": _text(error), "traceback": text}


def _plain(value, level=0):
    """As JSON holds it; what JSON can't hold is its `repr`."""
    if value is None or value is True or value is False:
        return value
    kind = type(value)
    if isinstance(value, str):
        return _whole_text(str.__str__(value))
    if kind is int and -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
        return value
    if kind is float and math.isfinite(value):
        return value
    if level < MOST_LEVELS:
        if isinstance(value, (list, tuple)):
            return [_plain(each, level + 1) for each in value]
        if isinstance(value, dict):
            return {_key(key): _plain(each, level + 1) for key, each in value.items()}
    return _repr(value)


def _key(key):
    if isinstance(key, str):
        return _whole_text(str.__str__(key))
    return _repr(key)


def _repr(value):
    text = _whole_text(repr(value))
    return text if len(text) <= MOST_REPR_CHARACTERS else f"{text[:MOST_REPR_CHARACTERS]}…"


def _text(value):
    try:
        text = _whole_text(str(value))
    except BaseException:
        text = f"<{type(value).__name__}>"
    return text[:MOST_REPR_CHARACTERS]


def _whole_text(text):
    """Without halves of characters, which no file, wire or database takes."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _answer(outcome):
    text = _encode(outcome)
    if len(text) <= MOST_RESULT_CHARACTERS:
        return text
    return _encode({"failure": "result-too-large", "characters": len(text)})


def _flush():
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except BaseException:
            # What was put in its place, or closed, has nothing to flush.
            pass
