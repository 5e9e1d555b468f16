import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { createPythonFixture, type PythonFixture } from './python-fixture.ts';

let fixture: PythonFixture;
beforeAll(async () => {
  fixture = await createPythonFixture();
});
afterAll(() => fixture.close());

test('RUN-06 call_skill gives the callee its input and the caller the envelope', async () => {
  const calls: [string, JsonObject][] = [];
  const code = `
async def execute(input_data, ctx):
    r = await ctx["call_skill"]("datatable", {"action": "query"})
    return r["data"]["list"]
`;
  const { outcome } = await fixture.run(
    code,
    {},
    {
      callSkill: async (name, input) => {
        calls.push([name, input]);
        return { success: true, data: { list: [1, 2] } };
      },
    },
  );
  expect(outcome).toEqual({ status: 'returned', value: [1, 2] });
  expect(calls).toEqual([['datatable', { action: 'query' }]]);
});

test('RUN-06 many calls at once are answered each with its own', async () => {
  const code = `
import asyncio
async def execute(input_data, ctx):
    rs = await asyncio.gather(*[ctx.call_skill("s", {"n": n}) for n in range(50)])
    return [r["data"]["n"] for r in rs]
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toEqual({ status: 'returned', value: Array.from({ length: 50 }, (_, n) => n) });
});

test('RUN-06, CAL-01 an answer that can’t be told to the skill fails there, and the worker goes on', async () => {
  const code = `
async def execute(input_data, ctx):
    if not input_data["deep"]:
        return "still here"
    try:
        return await ctx["call_skill"]("deep", {})
    except Exception as error:
        return str(error)
`;
  const deep: JsonObject = JSON.parse(`{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`);
  const entry = await fixture.skill('caller', code);
  const host = await fixture.host({ callSkill: async () => deep });
  const { outcome } = await fixture.runtime.run(entry, { deep: true }, host);
  expect(outcome).toMatchObject({
    status: 'returned',
    value: expect.stringContaining('nested more than 400 levels deep'),
  });
  const after = await fixture.runtime.run(entry, { deep: false }, host);
  expect(after.outcome).toEqual({ status: 'returned', value: 'still here' });
});

test('an input that is nested too deeply starts nothing and says so', async () => {
  const deep: JsonObject = JSON.parse(`{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`);
  const { outcome } = await fixture.run('def execute(a, b): return 1', deep);
  expect(outcome).toMatchObject({
    status: 'unstartable',
    problem: expect.stringContaining('nested more than 400 levels deep'),
  });
});

test('a deep result that a skill writes past its worker is refused', async () => {
  const code = `
import os, struct
def execute(input_data, ctx):
    body = struct.pack(">I", 1) + b"[" * 9000 + b"]" * 9000
    for n in range(200, 230):
        try:
            os.write(n, struct.pack(">Ic", len(body), b"R") + body)
            break
        except OSError:
            pass
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toMatchObject({ status: 'unserialisable' });
});

test('RUN-06 provider.chat answers text and usage', async () => {
  const code = `
async def execute(input_data, ctx):
    return await ctx["provider"].chat(messages=[{"role": "user", "content": "hi"}], max_tokens=5)
`;
  const { outcome } = await fixture.run(
    code,
    {},
    {
      provider: {
        chat: async ({ messages, maxTokens }) => ({
          text: `${messages[0]?.content} ${maxTokens}`,
          usage: { inputTokens: 1, outputTokens: 2 },
        }),
      },
    },
  );
  const usage = { input_tokens: 1, output_tokens: 2 };
  expect(outcome).toEqual({ status: 'returned', value: { text: 'hi 5', usage } });
});

test('RUN-06 progress reports reach the host, awaited or not', async () => {
  const seen: [number | null, string][] = [];
  const code = `
async def execute(input_data, ctx):
    ctx["report_progress"](0.5, "half")
    await ctx.report_progress(7, "more than all")
    ctx.report_progress(None, "who knows")
    ctx.report_progress(float("nan"), "not a number")
    ctx.report_progress("only a text")
`;
  const progress = (fraction: number | null, text: string) => void seen.push([fraction, text]);
  const { outcome } = await fixture.run(code, {}, { progress });
  expect(outcome).toEqual({ status: 'returned', value: null });
  expect(seen).toEqual([
    [0.5, 'half'],
    [1, 'more than all'],
    [null, 'who knows'],
    [null, 'not a number'],
    [null, 'only a text'],
  ]);
});

test('RUN-06 print, os.write and a program that is started land in the log, in order, never in the protocol', async () => {
  const code = `
import os, subprocess, sys
print("at import")
async def execute(input_data, ctx):
    print("printed")
    os.write(1, b"written\\n")
    subprocess.run(["sh", "-c", "echo started; echo failed >&2"])
    print("to stderr", file=sys.stderr)
    sys.stdout.write("no line end")
    return 1
`;
  const { outcome, log } = await fixture.run(code);
  expect(outcome).toEqual({ status: 'returned', value: 1 });
  expect(log).toContain('at import\nprinted\nwritten\nstarted\n');
  expect(log).toContain('failed\n');
  expect(log).toContain('to stderr\n');
  expect(log).toContain('no line end');
});

test('RUN-06 each call has its own log', async () => {
  const entry = await fixture.skill('skill', 'def execute(i):\n    print(i["n"])');
  const host = await fixture.host();
  expect((await fixture.runtime.run(entry, { n: 'one' }, host)).log).toBe('one\n');
  expect((await fixture.runtime.run(entry, { n: 'two' }, host)).log).toBe('two\n');
});

test('RUN-06 printing 100 MB neither blocks nor fills the memory, and the cut is stated', async () => {
  const code = `
def execute(i):
    print("first line")
    for _ in range(100):
        print("é" * 500_000)
    print("last line")
    return "done"
`;
  const { outcome, log } = await fixture.run(code);
  expect(outcome).toEqual({ status: 'returned', value: 'done' });
  expect(Buffer.byteLength(log)).toBeLessThan(300 * 1024);
  expect(log.startsWith('first line\n')).toBe(true);
  expect(log.endsWith('last line\n')).toBe(true);
  expect(log).toMatch(/\(\d{8,} bytes left out here\)/);
  expect(log).not.toContain('�');
});

test('RUN-06 a key is an attribute too, and what the platform lacks is None', async () => {
  const code = `
async def execute(i, ctx):
    return [ctx.user_id, ctx["request"], ctx.channel_registry, ctx.get("absent"), hasattr(ctx, "absent")]
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toEqual({ status: 'returned', value: ['u1', null, null, null, false] });
});

test('a request that is too large or no JSON fails where it is made and harms nothing', async () => {
  const code = `
async def execute(i, ctx):
    said = []
    for data in ({"x": "y" * 5_000_000}, {"x": {1, 2}}, {"x": float("nan")}):
        try:
            await ctx["call_skill"]("a", data)
        except (ValueError, TypeError) as error:
            said.append(str(error))
    return said + [(await ctx["call_skill"]("a", {"ok": 1}))["data"]["ok"]]
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toMatchObject({
    value: [
      expect.stringContaining('bytes are too many'),
      expect.stringContaining('set at $.input.x'),
      expect.stringContaining('NaN at $.input.x'),
      1,
    ],
  });
});

test('a method that is not on the list is refused in words', async () => {
  const code = `
async def execute(i, ctx):
    line = ctx["provider"]._line
    try:
        await line.ask("constructor", {})
    except RuntimeError as error:
        return str(error)
`;
  const { outcome } = await fixture.run(code);
  expect(outcome).toMatchObject({ value: expect.stringContaining('no method "constructor"') });
});

test('CLK-04 abort_signal can be polled and is set while the handler keeps the thread busy', async () => {
  const controller = new AbortController();
  const code = `
def execute(i, ctx):
    signal = ctx["abort_signal"]
    ctx["report_progress"](None, f"{signal.is_set()} {signal.aborted}")
    while not signal.is_set():
        sum(range(1000))
    with open("seen", "w") as out:
        out.write(f"{signal.is_set()} {signal.aborted} {signal.wait(1)}")
    return "cooperative"
`;
  const said: string[] = [];
  const progress = (_: number | null, text: string) => {
    said.push(text);
    controller.abort();
  };
  const changes = { signal: controller.signal, progress, workspace: 'clk-04' };
  const { outcome } = await fixture.run(code, {}, changes);
  expect(outcome).toEqual({ status: 'stopped' });
  expect(said).toEqual(['False False']);
  const { workspace } = await fixture.host(changes);
  expect(await readFile(`${workspace}/seen`, 'utf8')).toBe('True True True');
});

test('CLK-04 a handler that awaits is cancelled, so that its finally blocks run', async () => {
  const controller = new AbortController();
  const code = `
import asyncio
async def execute(i, ctx):
    ctx["report_progress"](None, "started")
    try:
        await asyncio.sleep(600)
    finally:
        open("cleaned", "w").close()
`;
  const changes = {
    signal: controller.signal,
    progress: () => controller.abort(),
    workspace: 'fin',
  };
  const { outcome } = await fixture.run(code, {}, changes);
  expect(outcome).toEqual({ status: 'stopped' });
  const { workspace } = await fixture.host(changes);
  expect(await readFile(`${workspace}/cleaned`, 'utf8')).toBe('');
});
