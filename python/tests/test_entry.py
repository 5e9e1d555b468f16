"""Which function of a handler is called, and with what."""

import asyncio
import functools
import os
import sys
import tempfile
import types
import unittest
from typing import Any

from qiao_bridge.entry import ENTRY_NAMES, Entry, find_entry, load_module


def module_with(**members: Any) -> types.ModuleType:
    module = types.ModuleType("handler")
    vars(module).update(members)
    return module


def take_both(data: Any, context: Any) -> Any:
    return (data, context)


class FindEntryTest(unittest.TestCase):
    def test_run_01_takes_the_names_in_their_order(self) -> None:
        self.assertEqual(ENTRY_NAMES, ("execute", "run", "handler", "main", "handle"))
        members = {name: functools.partial(lambda name, *_: name, name) for name in ENTRY_NAMES}
        for name in ENTRY_NAMES:
            entry = find_entry(module_with(**members))
            assert entry is not None
            self.assertEqual(entry.call(1, 2), name)
            del members[name]

    def test_run_04_finds_none_among_values_and_classes(self) -> None:
        self.assertIsNone(find_entry(module_with(execute=3, run=dict, other=take_both)))


class BindingTest(unittest.TestCase):
    def test_run_02_tries_input_and_context_first(self) -> None:
        for function in (take_both, lambda i, ctx=None: (i, ctx), lambda i=1, flag=False: (i, flag), lambda *a: a):
            self.assertEqual(Entry(function).call("input", "ctx"), ("input", "ctx"))

    def test_run_02_gives_one_parameter_the_input_alone(self) -> None:
        self.assertEqual(Entry(lambda data: data).call("input", "ctx"), "input")
        self.assertEqual(Entry(len).call([1, 2], "ctx"), 2)

    def test_run_02_gives_a_keyword_the_context(self) -> None:
        def execute(data: Any, *, ctx: Any, quiet: bool = True) -> Any:
            return (data, ctx, quiet)

        self.assertEqual(Entry(execute).call("input", "ctx"), ("input", "ctx", True))

    def test_run_02_lets_other_shapes_raise_their_own_error(self) -> None:
        for function in (lambda: 1, lambda a, b, c: 1):
            with self.assertRaises(TypeError):
                Entry(function).call(1, 2)

    def test_run_03_tells_coroutine_functions_from_others(self) -> None:
        async def coroutine(data: Any, ctx: Any) -> None:
            await asyncio.sleep(0)

        class Callable:
            async def __call__(self, data: Any, ctx: Any) -> None:
                await asyncio.sleep(0)

        async_ones = (coroutine, functools.partial(coroutine), Callable())
        self.assertEqual([Entry(each).is_async for each in async_ones], [True] * 3)
        self.assertFalse(Entry(take_both).is_async)


class LoadModuleTest(unittest.TestCase):
    def test_run_07_the_skills_folder_comes_first(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "qiao_test_utils.py", "NAME = 'own'")
            file = write(folder, "qiao_test_handler.py", "import qiao_test_utils\nNAME = qiao_test_utils.NAME")
            self.addCleanup(forget, folder, "qiao_test_utils", "qiao_test_handler")
            self.assertEqual(load_module(file, folder).NAME, "own")
            self.assertEqual(sys.path[0], folder)

    def test_a_module_that_fails_is_not_left_half_loaded(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = write(folder, "qiao_test_broken.py", "x = 1\nraise ValueError('no')")
            self.addCleanup(forget, folder)
            with self.assertRaises(ValueError):
                load_module(file, folder)
            self.assertNotIn("qiao_test_broken", sys.modules)


def write(folder: str, name: str, text: str) -> str:
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def forget(folder: str, *modules: str) -> None:
    sys.path[:] = [each for each in sys.path if each != folder]
    for name in modules:
        sys.modules.pop(name, None)


if __name__ == "__main__":
    unittest.main()
