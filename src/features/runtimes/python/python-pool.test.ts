import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { RunHost, SkillEntry, SkillRuntime } from '../runtime.ts';
import type { WorkerPoolLimits } from '../worker-pool.ts';
import { createPythonFixture, type PythonFixture } from './python-fixture.ts';
import { createPythonRuntime } from './python-runtime.ts';

let fixture: PythonFixture;
let runtime: SkillRuntime | undefined;
beforeAll(async () => {
  fixture = await createPythonFixture();
});
afterEach(() => runtime?.close());
afterAll(() => fixture.close());

function runtimeWith(limits: Partial<WorkerPoolLimits>): SkillRuntime {
  const { sandbox, spillFolder } = fixture;
  const parts = { sandbox, spillFolder, language: 'en' } as const;
  runtime = createPythonRuntime({ ...parts, limits });
  return runtime;
}

async function valueOf(
  running: SkillRuntime,
  entry: SkillEntry,
  given: { readonly input?: JsonObject; readonly host: RunHost },
): Promise<JsonValue> {
  const { outcome } = await running.run(entry, given.input ?? {}, given.host);
  if (outcome.status !== 'returned') throw new TypeError(JSON.stringify(outcome));
  return outcome.value;
}

const WHO = 'import os\ndef execute(i): return os.getpid()';

async function isRunning(id: JsonValue): Promise<boolean> {
  const status = await readFile(`/proc/${Number(id)}/stat`, 'latin1').catch(() => '');
  return status !== '' && !/\) [ZX]/.test(status);
}

test('a worker retires after so many calls', async () => {
  const running = runtimeWith({ retireAfterCalls: 2 });
  const entry = await fixture.skill('who', WHO);
  const host = await fixture.host();
  const ids: JsonValue[] = [];
  for (let call = 0; call < 4; call++) ids.push(await valueOf(running, entry, { host }));
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).toBe(ids[3]);
  expect(ids[0]).not.toBe(ids[2]);
});

test('a worker that holds much memory retires', async () => {
  const running = runtimeWith({ retireAboveBytes: 1024 });
  const entry = await fixture.skill('who', WHO);
  const host = await fixture.host();
  const first = await valueOf(running, entry, { host });
  // Not every call asks how much it is.
  await expect.poll(() => valueOf(running, entry, { host }), { timeout: 30_000 }).not.toBe(first);
});

test('an idle worker ends after a while', async () => {
  const running = runtimeWith({ idleMs: 50 });
  const entry = await fixture.skill('who', WHO);
  const id = await valueOf(running, entry, { host: await fixture.host() });
  await expect.poll(() => isRunning(id), { timeout: 30_000 }).toBe(false);
});

test('only so many idle workers are kept, the longest idle go first', async () => {
  const running = runtimeWith({ mostIdle: 2 });
  const entry = await fixture.skill('who', WHO);
  const ids = new Map<string, JsonValue>();
  for (const workspace of ['a', 'b', 'c']) {
    ids.set(workspace, await valueOf(running, entry, { host: await fixture.host({ workspace }) }));
  }
  await expect.poll(() => isRunning(ids.get('a') ?? 0), { timeout: 30_000 }).toBe(false);
  const again = await valueOf(running, entry, { host: await fixture.host({ workspace: 'c' }) });
  expect(again).toBe(ids.get('c'));
});

test('a worker that dies while idle is dropped', async () => {
  const running = runtimeWith({});
  const entry = await fixture.skill('who', WHO);
  const host = await fixture.host();
  const first = await valueOf(running, entry, { host });
  process.kill(Number(first), 'SIGKILL');
  await expect
    .poll(async () => (await running.run(entry, {}, host)).outcome.status, { timeout: 30_000 })
    .toBe('returned');
});

test('calls that wait for others lend them their place, so that nesting can’t lock up', async () => {
  const running = runtimeWith({ mostActive: 1 });
  const code = `
async def execute(i, ctx):
    if i["depth"] == 0:
        return 0
    r = await ctx["call_skill"]("nested", {"depth": i["depth"] - 1})
    return r["value"] + 1
`;
  const entry = await fixture.skill('nested', code);
  const hostOf = async (): Promise<RunHost> =>
    await fixture.host({
      callSkill: async (_, input) => ({
        value: await valueOf(running, entry, { input, host: await hostOf() }),
      }),
    });
  const depths = [3, 2, 3];
  const values = await Promise.all(
    depths.map(async (depth) =>
      valueOf(running, entry, { input: { depth }, host: await hostOf() }),
    ),
  );
  expect(values).toEqual(depths);
});

test('a call that waits for its turn can be stopped', async () => {
  const running = runtimeWith({ mostActive: 1 });
  const started = Promise.withResolvers<undefined>();
  const code = 'def execute(i, c):\n    c.report_progress(0, "")\n    c.abort_signal.wait(600)';
  const entry = await fixture.skill('waits', code);
  const [first, second] = [new AbortController(), new AbortController()];
  const progress = () => started.resolve(undefined);
  const one = running.run(entry, {}, await fixture.host({ signal: first.signal, progress }));
  await started.promise;
  const two = running.run(entry, {}, await fixture.host({ signal: second.signal }));
  second.abort();
  expect((await two).outcome).toEqual({ status: 'stopped' });
  first.abort();
  expect((await one).outcome).toEqual({ status: 'stopped' });
});

test('close ends workers at work and idle ones, and nothing starts after it', async () => {
  const running = runtimeWith({});
  const who = await fixture.skill('who', WHO);
  const idle = await valueOf(running, who, { host: await fixture.host() });
  const started = Promise.withResolvers<string>();
  const code = `
import os, time
def execute(i, c):
    c.report_progress(0, str(os.getpid()))
    time.sleep(600)
`;
  const entry = await fixture.skill('sleeps', code);
  const progress = (_: number | null, text: string) => started.resolve(text);
  const work = running.run(entry, {}, await fixture.host({ progress }));
  const busy = await started.promise;
  await running.close();
  expect((await work).outcome).toEqual({ status: 'stopped' });
  expect([await isRunning(idle), await isRunning(busy)]).toEqual([false, false]);
  const { outcome } = await running.run(who, {}, await fixture.host());
  expect(outcome).toMatchObject({ status: 'unstartable' });
});

test('who has to wait for a place is told when the wait begins and when it is over, and nobody else', async () => {
  const running = runtimeWith({ mostActive: 1 });
  const entry = await fixture.skill(
    'wait',
    'async def execute(i, ctx):\n    return await ctx["provider"].chat([{"role": "user", "content": "x"}])',
  );
  const told: string[] = [];
  const open = Promise.withResolvers<void>();
  const isIn = Promise.withResolvers<void>();
  const hostOf = async (name: string): Promise<RunHost> =>
    await fixture.host({
      onQueued: () => {
        told.push(`${name} waits`);
        return () => told.push(`${name} waits no more`);
      },
      provider: {
        async chat() {
          told.push(`${name} works`);
          isIn.resolve();
          await open.promise;
          return { text: 'ok', usage: { inputTokens: 0, outputTokens: 0 } };
        },
      },
    });
  const first = valueOf(running, entry, { host: await hostOf('a') });
  await isIn.promise;
  const second = valueOf(running, entry, { host: await hostOf('b') });
  expect(told).toEqual(['a works', 'b waits']);
  open.resolve();
  await Promise.all([first, second]);
  expect(told.slice(2)).toEqual(['b waits no more', 'b works']);
});

test('what goes wrong in a worker is told in the language of its call', async () => {
  const running = runtimeWith({});
  const entry = await fixture.skill('gone', 'import os\ndef execute(i): os._exit(3)');
  const howOf = async (language: 'zh' | 'en') => {
    const { outcome } = await running.run(entry, {}, { ...(await fixture.host()), language });
    return outcome.status === 'crashed' ? outcome.how : outcome.status;
  };
  expect(await howOf('zh')).toMatch(/[一-鿿]/);
  expect(await howOf('en')).toMatch(/^[\x20-\x7e]+$/);
});
