import { readdir, readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPythonFixture, type PythonFixture } from './python-fixture.ts';

const MEGABYTE = 1024 * 1024;

let fixture: PythonFixture;
beforeAll(async () => {
  fixture = await createPythonFixture();
});
afterAll(() => fixture.close());

test('ENV-12 an exception comes as data: class names, message, code and causes, no stack trace', async () => {
  const code = `
class Mine(TimeoutError):
    pass
async def execute(i, ctx):
    try:
        open("/no/such/file")
    except OSError as error:
        raise Mine("too late") from error
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toEqual({
    status: 'raised',
    exception: {
      name: 'Mine',
      message: 'too late',
      classes: ['handler.Mine', 'TimeoutError', 'OSError', 'Exception', 'BaseException'],
      causes: [
        {
          name: 'FileNotFoundError',
          message: "[Errno 2] No such file or directory: '/no/such/file'",
          classes: ['FileNotFoundError', 'OSError', 'Exception', 'BaseException'],
          code: 'ENOENT',
        },
      ],
    },
  });
});

test.each([
  ['sys.exit', 'import sys\nasync def execute(i, c): sys.exit(3)', 'SystemExit'],
  ['sys.exit in a thread', 'import sys\ndef execute(i, c): sys.exit("bye")', 'SystemExit'],
  ['KeyboardInterrupt', 'async def execute(i, c): raise KeyboardInterrupt()', 'KeyboardInterrupt'],
  ['StopIteration in a thread', 'def execute(i, c): next(iter([]))', 'StopIteration'],
  ['a KeyError', 'def execute(i, c): return i["absent"]', 'KeyError'],
  [
    'a cancelled task',
    'import asyncio\nasync def execute(i, c): raise asyncio.CancelledError()',
    'CancelledError',
  ],
  ['endless recursion', 'def execute(i, c): return execute(i, c)', 'RecursionError'],
  [
    'sys.exit in another task',
    'import asyncio, sys\nasync def other(): sys.exit(1)\nasync def execute(i, c):\n    asyncio.create_task(other())\n    await asyncio.sleep(600)',
    'SystemExit',
  ],
  [
    'an exception whose text can not be read',
    'class Bad(Exception):\n    def __str__(self): raise ValueError()\ndef execute(i, c): raise Bad()',
    'Bad',
  ],
])('RUN-07 %s is an exception of that call only', async (_, code, name) => {
  const entry = await fixture.skill('raises', code);
  const host = await fixture.host();
  for (const attempt of [1, 2]) {
    const { outcome } = await fixture.runtime.run(entry, { attempt }, host);
    expect(outcome).toMatchObject({ status: 'raised', exception: { name } });
  }
});

test('a task that outlives its call is ended with it, and the log says so', async () => {
  const code = `
import asyncio
async def later():
    await asyncio.sleep(0.05)
    print("woke up in another call")
async def execute(i, ctx):
    if i.get("first"):
        asyncio.create_task(later())
        return 1
    await asyncio.sleep(0.2)
    return 2
`;
  const entry = await fixture.skill('leftover', code);
  const host = await fixture.host();
  const first = await fixture.runtime.run(entry, { first: true }, host);
  expect(first.log).toContain('1 task(s) were cancelled');
  expect((await fixture.runtime.run(entry, {}, host)).log).toBe('');
});

test.each([
  ['a syntax error', 'x = (\n', /handler\.py:1\): SyntaxError/],
  [
    'a missing module',
    '\nimport no_such_module_1\n',
    /handler\.py:2\): ModuleNotFoundError: No module named 'no_such_module_1'/,
  ],
  ['an exception at import', 'x = 1\ny = x / 0\n', /handler\.py:2\): ZeroDivisionError/],
  ['sys.exit at import', 'import sys\nsys.exit(2)\n', /handler\.py:2\): SystemExit/],
])('says file and line of %s, without a stack trace', async (_, code, expected) => {
  const { outcome } = await fixture.run(code);
  expect(outcome).toMatchObject({
    status: 'unstartable',
    problem: expect.stringMatching(expected),
  });
  expect(JSON.stringify(outcome)).not.toContain('Traceback');
});

test('names the skill’s own module where that is what does not load', async () => {
  const entry = await fixture.skill('broken', {
    'handler.py': 'from parts import one\n',
    'parts/__init__.py': '',
    'parts/one.py': 'def f(:\n',
  });
  const { outcome } = await fixture.runtime.run(entry, {}, await fixture.host());
  const problem = expect.stringContaining('parts/one.py:1');
  expect(outcome).toMatchObject({ status: 'unstartable', problem });
});

test('says what to install where there is no Python', async () => {
  const { createPythonRuntime } = await import('./python-runtime.ts');
  const { sandbox, spillFolder } = fixture;
  const parts = { sandbox, spillFolder, language: 'en', python: '/no/such/python' } as const;
  const runtime = createPythonRuntime(parts);
  const entry = await fixture.skill('any', 'def execute(i): return 1');
  const { outcome } = await runtime.run(entry, {}, await fixture.host());
  const problem = expect.stringContaining('Install Python 3.9');
  expect(outcome).toMatchObject({ status: 'unstartable', problem });
  await runtime.close();
});

test.each([
  ['a cycle', 'a = []\n    a.append(a)\n    return {"x": [1, a]}', /itself at \$\.x\[1\]\[0\]/],
  ['NaN', 'return {"rows": [1.0, float("nan")]}', /NaN at \$\.rows\[1\]/],
  ['Infinity', 'return float("-inf")', /-Infinity at \$,/],
  ['bytes', 'return {"a b": b"x"}', /bytes at \$\["a b"\]/],
  ['a set', 'return {"x": {1}}', /type set at \$\.x/],
  ['a datetime', 'import datetime\n    return [datetime.datetime.now()]', /datetime at \$\[0\]/],
  ['a key that is no text', 'return {"x": {(1, 2): 3}}', /key of type tuple at \$\.x/],
  ['a generator', 'return (n for n in range(3))', /generator at \$/],
  ['an asynchronous generator', 'yield 1', /generator at \$/],
  [
    'depth without end',
    'a = []\n    for _ in range(5000): a = [a]\n    return a',
    /nested too deeply/,
  ],
  ['a number of 5000 digits', 'return 10 ** 5000', /int \(\d+ bits\) at \$/],
])('says where JSON can not hold a result: %s', async (_, body, expected) => {
  const { outcome } = await fixture.run(`async def execute(i, c):\n    ${body}\n`);
  expect(outcome).toMatchObject({
    status: 'unserialisable',
    problem: expect.stringMatching(expected),
  });
});

test('results keep what JSON can hold: large integers as text, lone surrogates replaced, keys as text', async () => {
  const code = `
def execute(i):
    return {"id": 1234567890123456789, "safe": 9007199254740991, "text": "a,1234567890123456789",
            "bad": "x\\ud800y", "pair": "\\ud83d\\ude00", 1: "one", None: (1, 2), "emoji": "😀"}
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toEqual({
    status: 'returned',
    value: {
      id: '1234567890123456789',
      safe: 9007199254740991,
      text: 'a,1234567890123456789',
      bad: 'x\u{FFFD}y',
      pair: '😀',
      1: 'one',
      null: [1, 2],
      emoji: '😀',
    },
  });
});

test('a result of 50 MB comes as a file, unparsed', async () => {
  const { outcome } = await fixture.run('def execute(i): return ["x" * 1000] * 50_000');
  if (outcome.status !== 'spilled') throw new TypeError(outcome.status);
  expect(outcome.bytes).toBeGreaterThan(50_000_000);
  const text = await readFile(outcome.file, 'utf8');
  expect(text.length).toBe(outcome.bytes);
  expect(JSON.parse(text)).toHaveLength(50_000);
  await rm(outcome.file);
});

test('a large result of a call that was stopped leaves no file', async () => {
  const controller = new AbortController();
  const code = `
def execute(i, ctx):
    ctx["report_progress"](None, "now")
    ctx["abort_signal"].wait(60)
    return ["x" * 1000] * 20_000
`;
  const changes = { signal: controller.signal, progress: () => controller.abort() };
  expect((await fixture.run(code, {}, changes)).outcome).toEqual({ status: 'stopped' });
  await expect.poll(() => readdir(fixture.spillFolder)).toEqual([]);
});

test.each([
  [
    'os._exit',
    'import os, sys\ndef execute(i):\n    print("last words", file=sys.stderr)\n    os._exit(7)',
    /exit code 7/,
  ],
  ['a segmentation fault', 'import ctypes\ndef execute(i): ctypes.string_at(0)', /SIGSEGV/],
  [
    'a signal to itself',
    'import os, signal\ndef execute(i): os.kill(os.getpid(), signal.SIGKILL)',
    /SIGKILL/,
  ],
  ['an exit without a failure', 'import os\ndef execute(i): os._exit(0)', /exit code 0/],
])(
  'RUN-07 a worker that dies of %s has crashed, and the next call gets a new one',
  async (_, code, how) => {
    const entry = await fixture.skill('dies', code);
    const host = await fixture.host();
    for (const attempt of [1, 2]) {
      const { outcome } = await fixture.runtime.run(entry, { attempt }, host);
      expect(outcome).toMatchObject({ status: 'crashed', how: expect.stringMatching(how) });
    }
  },
);

test('RUN-07 a crash keeps the end of what was written to standard error', async () => {
  const code = `
import os, sys
def execute(i):
    print("noise\\n" * 100_000, file=sys.stderr)
    print("last words", file=sys.stderr)
    os._exit(1)
`;
  const { outcome, log } = await fixture.run(code);
  if (outcome.status !== 'crashed') throw new TypeError(outcome.status);
  expect(outcome.errorOutput.endsWith('last words\n')).toBe(true);
  expect(outcome.errorOutput.length).toBeLessThan(20_000);
  expect(log.endsWith('last words\n')).toBe(true);
});

test('RUN-07 one allocation too many is a MemoryError of that call', async () => {
  const code = 'def execute(i): return len(bytearray(2_000_000_000))';
  const { outcome } = await fixture.run(code, {}, { memoryBytes: 200 * MEGABYTE });
  expect(outcome).toMatchObject({ status: 'raised', exception: { name: 'MemoryError' } });
});

test('RUN-07 a tree that grows above the limit is ended as out of memory', async () => {
  const code = `
import os, time
def execute(i):
    for _ in range(3):
        if os.fork() == 0:
            b = bytearray(b"x") * 120_000_000
            time.sleep(600)
    time.sleep(600)
`;
  const limitBytes = 200 * MEGABYTE;
  const { outcome } = await fixture.run(code, {}, { memoryBytes: limitBytes });
  expect(outcome).toEqual({ status: 'out-of-memory', limitBytes });
});

test('a child that a handler forks and that returns ends quietly; the parent’s result counts', async () => {
  const code = `
import os
def execute(i):
    return {"child": True} if os.fork() == 0 else {"child": False}
`;
  const entry = await fixture.skill('forks', code);
  const host = await fixture.host();
  for (const attempt of [1, 2, 3]) {
    const { outcome } = await fixture.runtime.run(entry, { attempt }, host);
    expect(outcome).toEqual({ status: 'returned', value: { child: false } });
  }
});

test('multiprocessing works in a handler', async () => {
  const code = `
import multiprocessing
def square(n):
    return n * n
def execute(i):
    out = {}
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            out[method] = pool.map(square, [1, 2, 3])
    return out
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toEqual({ status: 'returned', value: { fork: [1, 4, 9], spawn: [1, 4, 9] } });
});

test('garbage on file descriptor 3 goes nowhere; garbage on the real channel ends the worker', async () => {
  const harmless = 'import os\ndef execute(i):\n    os.write(3, b"garbage")\n    return 1';
  expect((await fixture.run(harmless)).outcome).toEqual({ status: 'returned', value: 1 });
  const harmful = `
import os, time
def execute(i):
    for fd in range(4, 1024):
        try:
            os.write(fd, b"\\xff" * 64)
        except OSError:
            pass
    time.sleep(600)
`;
  const { outcome } = await fixture.run(harmful);
  expect(outcome).toMatchObject({
    status: 'crashed',
    how: expect.stringContaining('corrupted its channel'),
  });
});
