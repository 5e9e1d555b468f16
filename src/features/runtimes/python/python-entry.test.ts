import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPythonFixture, type PythonFixture } from './python-fixture.ts';

let fixture: PythonFixture;
beforeAll(async () => {
  fixture = await createPythonFixture();
});
afterAll(() => fixture.close());

const NAMES = ['execute', 'run', 'handler', 'main', 'handle'];

test.each(NAMES.map((name, index) => [name, NAMES.slice(index)] as const))(
  'RUN-01 takes %s before those that come later in the order',
  async (name, present) => {
    const code = present
      .toReversed()
      .map((each) => `async def ${each}(input_data, ctx):\n    return "${each}"\n`)
      .join('\n');
    const { outcome } = await fixture.run(code);
    expect(outcome).toEqual({ status: 'returned', value: name });
  },
);

test('RUN-01, RUN-04 says that a file without an entry has none, whatever else is called so', async () => {
  const code = 'execute = 3\nclass run:\n    pass\nasync def other(a, b):\n    return 1\n';
  expect((await fixture.run(code)).outcome).toEqual({ status: 'no-entry' });
});

test.each([
  [
    'both parameters',
    'async def execute(input_data, ctx): return [input_data, ctx["user_id"]]',
    'u1',
  ],
  ['a context with a default', 'def execute(i, ctx=None): return [i, ctx["user_id"]]', 'u1'],
  ['an input with a default too', 'def execute(i=None, ctx=None): return [i, ctx.user_id]', 'u1'],
  [
    'any other parameter with a default',
    'def execute(i, verbose=False): return [i, verbose.user_id]',
    'u1',
  ],
  ['a context by keyword only', 'async def execute(i, *, ctx): return [i, ctx.user_id]', 'u1'],
  ['any parameters', 'def execute(*args): return [args[0], args[1].user_id]', 'u1'],
  ['one parameter', 'async def execute(input_data): return [input_data, None]', null],
  [
    'a callable object',
    'class E:\n  async def __call__(self, i, ctx): return [i, ctx.user_id]\nexecute = E()',
    'u1',
  ],
  ['a lambda', 'execute = lambda i, c: [i, c.user_id]', 'u1'],
])('RUN-02 binds an entry with %s', async (_, code, user) => {
  const { outcome } = await fixture.run(code, { a: 1 });
  expect(outcome).toEqual({ status: 'returned', value: [{ a: 1 }, user] });
});

test('RUN-02 lets an entry that takes nothing say so itself', async () => {
  const { outcome } = await fixture.run('def main(): return 1');
  expect(outcome).toMatchObject({ status: 'raised', exception: { name: 'TypeError' } });
});

test('RUN-03 runs a synchronous entry in a thread, with db None', async () => {
  const code = `
import threading
def execute(input_data, ctx):
    return {"is_main": threading.current_thread() is threading.main_thread(), "db": ctx["db"]}
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toEqual({ status: 'returned', value: { is_main: false, db: null } });
});

test('RUN-03 a synchronous entry may run an event loop of its own and call skills in it', async () => {
  const code = `
import asyncio
def execute(input_data, ctx):
    async def work():
        return await asyncio.gather(ctx["call_skill"]("a", {"n": 1}), ctx["call_skill"]("b", {"n": 2}))
    return [each["data"] for each in asyncio.run(work())]
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toEqual({ status: 'returned', value: [{ n: 1 }, { n: 2 }] });
});

test('a decorated coroutine function is awaited though it does not look like one', async () => {
  const code = `
def traced(function):
    def inner(*args):
        return function(*args)
    return inner
@traced
async def execute(input_data, ctx):
    return ctx["user_id"]
`;
  expect((await fixture.run(code)).outcome).toEqual({ status: 'returned', value: 'u1' });
});

test('what returns nothing returns null', async () => {
  const { outcome } = await fixture.run('async def execute(i, c):\n    pass');
  expect(outcome).toEqual({ status: 'returned', value: null });
});
