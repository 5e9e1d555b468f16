"""What the platform gets of a skill's values."""

import datetime
import json
import unittest

from qiao_bridge.json_values import NotJson, encode_json


class EncodeJsonTest(unittest.TestCase):
    def test_gives_compact_utf_8(self) -> None:
        self.assertEqual(encode_json({"文": [1, None, True]}), '{"文":[1,null,true]}'.encode())

    def test_keys_become_text_as_in_the_standard_library(self) -> None:
        self.assertEqual(encode_json({1: 1, None: 2, True: 3}), b'{"1":3,"null":2}')

    def test_integers_that_a_double_would_round_become_text(self) -> None:
        value = {"id": 2**53, "safe": 2**53 - 1, "low": -(2**60), "list": [10**30, True, 1.5]}
        expected = {"id": str(2**53), "safe": 2**53 - 1, "low": str(-(2**60)), "list": [str(10**30), True, 1.5]}
        self.assertEqual(json.loads(encode_json(value)), expected)

    def test_lone_surrogates_are_replaced_and_pairs_joined(self) -> None:
        self.assertEqual(encode_json("x\ud800y"), '"x\ufffdy"'.encode())
        self.assertEqual(encode_json("\ud83d\ude00"), '"😀"'.encode())

    def test_says_where_and_why_not(self) -> None:
        cycle: list = []
        cycle.append({"again": cycle})
        cases = [
            ({"a": [1, {2}]}, "type", "$.a[1]", "set"),
            ({"a b": b""}, "type", '$["a b"]', "bytes"),
            ([datetime.date(2026, 1, 1)], "type", "$[0]", "date"),
            (float("nan"), "number", "$", "NaN"),
            ([float("-inf")], "number", "$[0]", "-Infinity"),
            ({(1,): 1}, "key", "$", "tuple"),
            ({float("nan"): 1}, "key", "$", "float"),
            (cycle, "cycle", "$[0].again", "list"),
        ]
        for value, reason, path, found in cases:
            with self.subTest(path=path, found=found), self.assertRaises(NotJson) as caught:
                encode_json(value)
            problem = caught.exception
            self.assertEqual((problem.reason, problem.path, problem.found), (reason, path, found))

    def test_one_object_twice_is_no_cycle(self) -> None:
        inner = [1]
        self.assertEqual(encode_json([inner, inner]), b"[[1],[1]]")

    def test_refuses_depth_without_end(self) -> None:
        value: list = []
        for _ in range(100_000):
            value = [value]
        with self.assertRaises(NotJson) as caught:
            encode_json(value)
        self.assertEqual(caught.exception.reason, "depth")
        self.assertLess(len(caught.exception.path), 300)


if __name__ == "__main__":
    unittest.main()
