"""Bounds that the worker sets for itself, and how its output behaves."""

from __future__ import annotations

import contextlib
import faulthandler
import resource
import sys

_OWN_NEED = 32 * 1024 * 1024


def limit_memory(memory_bytes: int) -> None:
    """
    Makes one allocation too many a MemoryError instead of a kill. The limit is on data, not on address space:
    programs that a skill starts inherit it, and a Node.js reserves more addresses than it ever uses.
    """
    wanted = memory_bytes + _OWN_NEED
    with contextlib.suppress(OSError, ValueError):
        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard == resource.RLIM_INFINITY or hard >= wanted:
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, wanted))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def prepare_output() -> None:
    """What is printed leaves line by line, so that a kill loses none of it; a crash says where it was."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    faulthandler.enable()


def flush_output() -> None:
    """A handler may have closed or replaced them."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(Exception):
            stream.flush()  # type: ignore[union-attr]
