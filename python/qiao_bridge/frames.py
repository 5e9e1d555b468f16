"""The wire to the platform: frames on a descriptor that no child of this process shares."""

from __future__ import annotations

import fcntl
import json
import os
import struct
import threading
from typing import Any, Dict, Optional

from .json_values import NotJson, encode_json

MESSAGE = b"M"
RESULT = b"R"
MESSAGE_LIMIT = 4 * 1024 * 1024
RESULT_LIMIT = 1024 * 1024 * 1024

_HEADER = struct.Struct(">Ic")
_CALL = struct.Struct(">I")
_LEAST_DESCRIPTOR = 200


class MessageTooLarge(ValueError):
    """A message above 4 MiB; large values belong in files."""


class Channel:
    """Frames both ways. Sending is safe from any thread; a forked child's sends go nowhere."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._reader = os.fdopen(os.dup(descriptor), "rb", buffering=65536)
        self._lock = threading.Lock()
        self._is_open = True
        os.register_at_fork(after_in_child=self._close_in_child)

    def read(self) -> Optional[Dict[str, Any]]:
        """The next message; None at the end."""
        header = self._reader.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return None
        length, _kind = _HEADER.unpack(header)
        payload = self._reader.read(length)
        return json.loads(payload) if len(payload) == length else None

    def send(self, message: Dict[str, Any]) -> None:
        """Raises NotJson and MessageTooLarge, so that the sender hears of it and not the platform."""
        payload = encode_json(message)
        if len(payload) > MESSAGE_LIMIT:
            raise MessageTooLarge(
                f"{len(payload)} bytes are too many for one message to the platform (at most "
                f"{MESSAGE_LIMIT}). Write the data to a file in the workspace and pass its path."
            )
        self._write(MESSAGE, payload)

    def send_result(self, call: int, value: Any) -> None:
        """Raises NotJson where JSON can't hold the value."""
        payload = encode_json(value)
        if len(payload) > RESULT_LIMIT:
            raise NotJson("size", "$", f"{len(payload)} bytes")
        self._write(RESULT, _CALL.pack(call), payload)

    def _write(self, kind: bytes, *parts: bytes) -> None:
        if not self._is_open:
            return
        header = _HEADER.pack(sum(map(len, parts)), kind)
        with self._lock:
            try:
                _write_all(self._descriptor, header + parts[0] if len(parts) == 1 else header)
                for part in parts if len(parts) > 1 else ():
                    _write_all(self._descriptor, part)
            except OSError:
                # The platform is gone; there is nobody to work for.
                os._exit(0)

    def _close_in_child(self) -> None:
        # A child of a child, too, gets here: the numbers may be somebody else's by then.
        if not self._is_open:
            return
        self._is_open = False
        for descriptor in (self._descriptor, self._reader.fileno()):
            os.close(descriptor)


def take_over(descriptor: int) -> Channel:
    """Moves the platform's descriptor out of reach: programs that this process starts don't get it."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _LEAST_DESCRIPTOR)
    os.set_blocking(moved, True)
    # The number stays taken: who writes to it blindly must not hit the next file that is opened.
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, descriptor, inheritable=False)
    os.close(nowhere)
    return Channel(moved)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
