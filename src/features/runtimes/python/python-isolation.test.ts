import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPythonFixture, type PythonFixture } from './python-fixture.ts';

let fixture: PythonFixture;
beforeAll(async () => {
  fixture = await createPythonFixture();
});
afterAll(() => fixture.close());

test('RUN-07 two skills with a module of the same name do not collide', async () => {
  const handler = 'import utils\nfrom parts.deep import x\ndef execute(i): return [utils.NAME, x]';
  const skill = (name: string) =>
    fixture.skill(name, {
      'handler.py': handler,
      'utils.py': `NAME = "${name}"`,
      'parts/__init__.py': '',
      'parts/deep.py': `x = "deep ${name}"`,
    });
  const [a, b] = [await skill('a'), await skill('b')];
  const host = await fixture.host();
  const runs = await Promise.all([a, b, a, b].map((each) => fixture.runtime.run(each, {}, host)));
  expect(runs.map(({ outcome }) => outcome)).toEqual(
    ['a', 'b', 'a', 'b'].map((name) => ({ status: 'returned', value: [name, `deep ${name}`] })),
  );
});

test('RUN-07 an edited skill, also one whose module was edited, is picked up', async () => {
  const host = await fixture.host();
  for (const word of ['old', 'new']) {
    const entry = await fixture.skill('edited', {
      'handler.py': 'import words\ndef execute(i): return words.WORD',
      'words.py': `WORD = "${word}"`,
    });
    const { outcome } = await fixture.runtime.run(entry, {}, host);
    expect(outcome).toEqual({ status: 'returned', value: word });
  }
});

const COUNTER = `
import os
count = 0
def execute(i):
    global count
    count += 1
    return [count, os.getpid(), os.getcwd()]
`;

test('RUN-07 a worker stays warm in its workspace and is never shared with another', async () => {
  const entry = await fixture.skill('counter', COUNTER);
  const seen = new Map<string, unknown[]>();
  for (const workspace of ['anna', 'anna', 'boris', 'anna']) {
    const { outcome } = await fixture.runtime.run(entry, {}, await fixture.host({ workspace }));
    if (outcome.status !== 'returned') throw new TypeError(outcome.status);
    seen.set(workspace, [...(seen.get(workspace) ?? []), outcome.value]);
  }
  const anna = join(fixture.folder, 'workspaces', 'anna');
  expect(seen.get('anna')).toMatchObject([
    [1, expect.any(Number), anna],
    [2, expect.any(Number), anna],
    [3, expect.any(Number), anna],
  ]);
  expect(seen.get('boris')).toMatchObject([[1, expect.any(Number), expect.any(String)]]);
});

test('RUN-07 parallel calls of one skill run side by side, each in a worker of its own', async () => {
  const code = `
import os
async def execute(i, ctx):
    await ctx["call_skill"]("meet", {})
    return os.getpid()
`;
  let arrived = 0;
  const everybodyIsHere = Promise.withResolvers<undefined>();
  const callSkill = async () => {
    arrived += 1;
    if (arrived === 3) everybodyIsHere.resolve(undefined);
    await everybodyIsHere.promise;
    return {};
  };
  const entry = await fixture.skill('meets', code);
  const host = await fixture.host({ callSkill });
  const runs = await Promise.all([1, 2, 3].map(() => fixture.runtime.run(entry, {}, host)));
  const ids = runs.map(({ outcome }) => (outcome.status === 'returned' ? outcome.value : outcome));
  expect(new Set(ids).size).toBe(3);
});

test.each([
  ['sys.exit', 'import sys\ndef execute(i, c): sys.exit(1)', 'raised'],
  ['a segmentation fault', 'import ctypes\ndef execute(i, c): ctypes.string_at(0)', 'crashed'],
  [
    'an endless loop',
    'def execute(i, c):\n    c.report_progress(None, "")\n    while True: pass',
    'stopped',
  ],
  [
    'a loop that swallows everything',
    'import time\nasync def execute(i, c):\n    c.report_progress(None, "")\n    while True:\n        try: time.sleep(0.01)\n        except BaseException: pass',
    'stopped',
  ],
  [
    'a memory blow-up',
    'def execute(i, c):\n    a = []\n    while True: a.append(bytearray(10_000_000))',
    'raised',
  ],
])('RUN-07 %s of one skill harms no call beside it', async (_, code, status) => {
  const controller = new AbortController();
  const neighbour = await fixture.skill(
    'neighbour',
    'def execute(i, c):\n    while not c.abort_signal.wait(0.01):\n        if c.call_skill and i: return i\n',
  );
  const bad = await fixture.skill('bad', code);
  const running = fixture.runtime.run(neighbour, { n: 1 }, await fixture.host());
  const changes = { signal: controller.signal, progress: () => controller.abort() };
  const { outcome } = await fixture.runtime.run(bad, {}, await fixture.host(changes));
  // Which of the two memory limits is passed first is the machine's affair.
  expect(outcome.status.replace('out-of-memory', 'raised')).toBe(status);
  expect((await running).outcome).toEqual({ status: 'returned', value: { n: 1 } });
  const after = await fixture.runtime.run(neighbour, { n: 2 }, await fixture.host());
  expect(after.outcome).toEqual({ status: 'returned', value: { n: 2 } });
});

test('CLK-01, CLI-09 a stopped call is really stopped, with everything it started', async () => {
  const controller = new AbortController();
  const code = `
import os, subprocess, time
def execute(i, ctx):
    subprocess.Popen(["setsid", "sh", "-c", "echo $$ >> ids; sleep 600"])
    subprocess.Popen(["sh", "-c", "(setsid sh -c 'echo $$ >> ids; sleep 600' &)"])
    with open("ids", "a") as out: out.write(f"{os.getpid()}\\n")
    while len(open("ids").read().split()) < 3: time.sleep(0.01)
    ctx["report_progress"](None, "all there")
    while True: pass
`;
  const changes = {
    signal: controller.signal,
    progress: () => controller.abort(),
    workspace: 'kill',
  };
  expect((await fixture.run(code, {}, changes)).outcome).toEqual({ status: 'stopped' });
  const { workspace } = await fixture.host(changes);
  const ids = (await readFile(join(workspace, 'ids'), 'utf8')).trim().split('\n').map(Number);
  expect(ids).toHaveLength(3);
  for (const id of ids) await expect(isRunning(id)).resolves.toBe(false);
});

test('a call whose signal is aborted already is not started', async () => {
  const { outcome } = await fixture.run(
    'open("started", "w")\ndef execute(i): pass',
    {},
    {
      signal: AbortSignal.abort(),
      workspace: 'never',
    },
  );
  expect(outcome).toEqual({ status: 'stopped' });
  const { workspace } = await fixture.host({ workspace: 'never' });
  await expect(readFile(join(workspace, 'started'))).rejects.toThrow('ENOENT');
});

test('CLI-08 a handler sees its own configuration and nothing of the server’s environment', async () => {
  const entry = await fixture.skill('env', 'import os\ndef execute(i): return dict(os.environ)');
  const environment = { API_TOKEN: 'mine', api_token: 'mine' };
  const { outcome } = await fixture.runtime.run(
    { ...entry, environment },
    {},
    await fixture.host(),
  );
  if (outcome.status !== 'returned') throw new TypeError(outcome.status);
  const value = Object(outcome.value);
  expect(value).toMatchObject(environment);
  const allowed =
    /^(PATH|HOME|LANG|LC_ALL|LC_CTYPE|TZ|TMPDIR|SSL_CERT_(FILE|DIR)|QIAO_TREE|SKILL_(WORKSPACE|DIR)|api_token|API_TOKEN)$/;
  expect(Object.keys(value).filter((name) => !allowed.test(name))).toEqual([]);
});

async function isRunning(id: number): Promise<boolean> {
  const status = await readFile(`/proc/${id}/stat`, 'latin1').catch(() => '');
  return status !== '' && !/\) [ZX]/.test(status);
}
