"""Exceptions as data."""

import socket
import unittest
from typing import Any, Dict

from qiao_bridge.exceptions import PlatformError, describe, place_of


def raised(error: BaseException, cause: "BaseException | None" = None) -> Dict[str, Any]:
    try:
        raise error from cause
    except BaseException as caught:
        return describe(caught)


class Coded(Exception):
    def __init__(self, **codes: Any) -> None:
        super().__init__("coded")
        vars(self).update(codes)


class DescribeTest(unittest.TestCase):
    def test_names_the_class_and_all_it_inherits_from(self) -> None:
        described = raised(ConnectionResetError(104, "gone"))
        self.assertEqual(described["name"], "ConnectionResetError")
        self.assertEqual(
            described["classes"],
            ["ConnectionResetError", "ConnectionError", "OSError", "Exception", "BaseException"],
        )
        self.assertEqual(raised(socket.gaierror())["classes"][0], "socket.gaierror")

    def test_env_12_finds_the_code(self) -> None:
        cases = [
            (ConnectionRefusedError(111, "no"), "ECONNREFUSED"),
            (socket.gaierror(socket.EAI_AGAIN, "later"), "EAI_AGAIN"),
            (Coded(sqlstate="42P01"), "42P01"),
            (Coded(pgcode="08006"), "08006"),
            (Coded(code=404), "404"),
            (PlatformError("no", "database-unavailable"), "database-unavailable"),
        ]
        for error, code in cases:
            with self.subTest(code=code):
                self.assertEqual(raised(error)["code"], code)
        for error in (ValueError("x"), SystemExit(3), Coded(code=True), Coded(code="")):
            self.assertNotIn("code", raised(error))

    def test_causes_come_in_order_and_end_where_they_loop(self) -> None:
        first, second = ValueError("first"), TimeoutError("second")
        second.__cause__ = first
        first.__cause__ = second
        causes = raised(RuntimeError("top"), second)["causes"]
        self.assertEqual([cause["name"] for cause in causes], ["TimeoutError", "ValueError"])

    def test_the_drivers_own_error_is_a_cause(self) -> None:
        causes = raised(Coded(orig=Coded(sqlstate="23505")))["causes"]
        self.assertEqual(causes[0]["code"], "23505")

    def test_messages_are_bounded_and_never_fail(self) -> None:
        class Bad(Exception):
            def __str__(self) -> str:
                raise ValueError("no text")

        self.assertIn("ValueError", raised(Bad())["message"])
        self.assertEqual(len(raised(ValueError("x" * 100_000))["message"]), 20_000)
        self.assertEqual(raised(SystemExit("bye"))["message"], "sys.exit('bye')")


class PlaceTest(unittest.TestCase):
    def test_a_syntax_error_has_its_own_place(self) -> None:
        try:
            compile("x = (", "/skill/parts/one.py", "exec")
        except SyntaxError as error:
            self.assertEqual(place_of(error, "/skill"), "parts/one.py:1")

    def test_what_comes_from_elsewhere_names_the_skill(self) -> None:
        self.assertEqual(place_of(ValueError(), "/skills/mine"), "mine")


if __name__ == "__main__":
    unittest.main()
