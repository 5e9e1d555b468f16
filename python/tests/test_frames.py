"""The wire, over a real pair of sockets."""

import json
import os
import socket
import struct
import sys
import threading
import unittest
from typing import Tuple

from qiao_bridge.frames import MESSAGE_LIMIT, Channel, MessageTooLarge, take_over
from qiao_bridge.json_values import NotJson


class ChannelTest(unittest.TestCase):
    def setUp(self) -> None:
        self.platform, ours = socket.socketpair()
        self.addCleanup(self.platform.close)
        self.descriptor = os.dup(ours.fileno())
        ours.close()
        self.channel: Channel = take_over(self.descriptor)
        self.addCleanup(os.close, self.descriptor)

    def read_frame(self) -> Tuple[bytes, bytes]:
        length, kind = struct.unpack(">Ic", self.read_exactly(5))
        return kind, self.read_exactly(length)

    def read_exactly(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            got += self.platform.recv(count - len(got))
        return got

    def test_messages_both_ways(self) -> None:
        self.channel.send({"type": "ready"})
        self.assertEqual(self.read_frame(), (b"M", b'{"type":"ready"}'))
        body = json.dumps({"type": "call", "文": 1}).encode()
        self.platform.sendall(struct.pack(">Ic", len(body), b"M") + body)
        self.assertEqual(self.channel.read(), {"type": "call", "文": 1})
        self.platform.shutdown(socket.SHUT_WR)
        self.assertIsNone(self.channel.read())

    def test_results_carry_their_call(self) -> None:
        self.channel.send_result(7, [1])
        self.assertEqual(self.read_frame(), (b"R", b"\x00\x00\x00\x07[1]"))

    def test_a_large_result_passes_whole(self) -> None:
        value = "x" * 20_000_000
        sender = threading.Thread(target=self.channel.send_result, args=(1, value))
        sender.start()
        kind, payload = self.read_frame()
        sender.join()
        self.assertEqual((kind, len(payload)), (b"R", len(value) + 6))

    def test_refuses_what_the_platform_would_not_stand(self) -> None:
        with self.assertRaises(MessageTooLarge):
            self.channel.send({"x": "y" * MESSAGE_LIMIT})
        with self.assertRaises(NotJson):
            self.channel.send_result(1, {1, 2})

    def test_the_old_number_leads_nowhere_and_is_not_inherited(self) -> None:
        os.write(self.descriptor, b"garbage")
        self.channel.send({})
        self.assertEqual(self.read_frame(), (b"M", b"{}"))
        self.assertFalse(os.get_inheritable(self.descriptor))

    def test_a_forked_child_sends_nothing(self) -> None:
        child = os.fork()
        if child == 0:
            self.channel.send({"from": "child"})
            os._exit(0)
        os.waitpid(child, 0)
        self.channel.send({"from": "parent"})
        self.assertEqual(self.read_frame(), (b"M", b'{"from":"parent"}'))

    def test_a_child_of_a_child_closes_nothing_again(self) -> None:
        child = os.fork()
        if child == 0:
            complaints = []
            sys.unraisablehook = complaints.append
            grandchild = os.fork()
            if grandchild == 0:
                os._exit(len(complaints))
            _, status = os.waitpid(grandchild, 0)
            os._exit(os.waitstatus_to_exitcode(status))
        _, status = os.waitpid(child, 0)
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main()
