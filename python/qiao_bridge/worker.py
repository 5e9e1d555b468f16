"""The worker's program: `python -I -B -X utf8 worker.py '{"file": …, "folder": …, "memory_bytes": …}'`."""

from __future__ import annotations

import os
import sys

# Isolated mode leaves this folder out; only for these imports, so that skills never see it.
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import json  # noqa: E402
import queue  # noqa: E402
import threading  # noqa: E402
from typing import Any, Dict, Optional, Tuple  # noqa: E402

from qiao_bridge.frames import Channel, take_over  # noqa: E402
from qiao_bridge.limits import limit_memory, prepare_output  # noqa: E402
from qiao_bridge.requests import CallLine  # noqa: E402
from qiao_bridge.runner import Runner  # noqa: E402

sys.path.pop(0)

CHANNEL_DESCRIPTOR = 3


class Worker:
    """Reads in a thread of its own, so that replies and aborts arrive while the skill keeps the main thread busy."""

    def __init__(self, channel: Channel, runner: Runner) -> None:
        self._channel = channel
        self._runner = runner
        self._calls: "queue.SimpleQueue[Tuple[Dict[str, Any], CallLine]]" = queue.SimpleQueue()
        self._line: Optional[CallLine] = None

    def work(self) -> None:
        threading.Thread(target=self._read, name="qiao-channel", daemon=True).start()
        self._channel.send({"type": "ready"})
        while True:
            self._runner.run(*self._calls.get())

    def _read(self) -> None:
        try:
            while (message := self._channel.read()) is not None:
                self._receive(message)
        finally:
            # The platform is gone, or nothing it says can be understood any more.
            os._exit(0)

    def _receive(self, message: Dict[str, Any]) -> None:
        if message["type"] == "call":
            self._line = CallLine(self._channel, message["call"])
            self._calls.put((message, self._line))
        elif self._line is None or message["call"] != self._line.call:
            return
        elif message["type"] == "reply":
            self._line.settle(message)
        elif message["type"] == "abort":
            self._line.abort_signal.set()
            self._runner.cancel_later()


def main() -> None:
    settings = json.loads(sys.argv[1])
    del sys.argv[1:]
    channel = take_over(CHANNEL_DESCRIPTOR)
    prepare_output()
    limit_memory(settings["memory_bytes"])
    runner = Runner(channel, settings["file"], settings["folder"])
    Worker(channel, runner).work()


if __name__ == "__main__":
    main()
