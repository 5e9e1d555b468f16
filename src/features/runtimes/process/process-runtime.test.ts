import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScriptFixture, type FixtureSkill, type ScriptFixture } from './script-fixture.ts';

const SHOW = `import json, os, sys
print(json.dumps({"argv": sys.argv[1:], "cwd": os.getcwd(), "env": dict(os.environ), "stdin": sys.stdin.read() if sys.stdin else None}))
`;

let fixture: ScriptFixture;
beforeAll(() => {
  fixture = createScriptFixture();
});
afterAll(() => fixture.close());

async function valueOf(
  skill: FixtureSkill,
  ...rest: [input?: Parameters<ScriptFixture['run']>[1], host?: Parameters<ScriptFixture['run']>[2]]
) {
  const { outcome } = await fixture.run(fixture.skill(skill), ...rest);
  if (outcome.status !== 'returned') throw new TypeError(JSON.stringify(outcome));
  return outcome.value as Record<string, never>;
}

const staged = (name = 'demo') => join(fixture.workspace, '.skills', name);

test('CLI-01, CLI-02, CLI-03, CLI-04 the input arrives as arguments, in the workspace, with stdin closed', async () => {
  const shown = await valueOf(
    {
      files: { 'scripts/main.py': SHOW },
      schema: { 'x-subcommand': 'action', properties: { path: { 'x-cli-positional': 1 } } },
    },
    { action: 'go', path: '{baseDir}/x', deep_value: { w: '${workspace}' }, flag: true, _skip: 1 },
  );
  expect(shown['argv']).toEqual([
    'go',
    `${staged()}/x`,
    '--deep-value',
    `{"w":"${fixture.workspace}"}`,
    '--flag',
  ]);
  expect(shown['cwd']).toBe(fixture.workspace);
  expect(shown['stdin']).toBe('');
});

test('CLI-01 an argument of 200 KB is refused by its key before anything starts', async () => {
  const entry = fixture.skill({ files: { 'scripts/main.sh': 'touch started' } });
  const { outcome } = await fixture.run(entry, { short: 'x', long_text: 'y'.repeat(200_000) });
  expect(outcome).toEqual({ status: 'argument-too-long', key: 'long_text', limitBytes: 131_072 });
  expect(existsSync(join(fixture.workspace, 'started'))).toBe(false);
});

test('CLI-01 an argument of just under 128 KiB arrives', async () => {
  const text = '好'.repeat(43_690);
  const shown = await valueOf({ files: { 'scripts/main.py': SHOW } }, { text });
  expect(shown['argv']).toEqual(['--text', text]);
});

test('CLI-01 arguments that together are too long name the longest', async () => {
  const entry = fixture.skill({ files: { 'scripts/main.py': SHOW } });
  const many = Array.from({ length: 18 }, () => 'z'.repeat(125_000));
  const { outcome } = await fixture.run(entry, { one: 'x', many });
  expect(outcome).toMatchObject({ status: 'argument-too-long', key: 'many' });
});

test('CLI-01 a variable that is too long is named', async () => {
  const entry = fixture.skill({
    files: { 'scripts/main.py': SHOW },
    environment: { BIG_SETTING: 'v'.repeat(140_000) },
  });
  const { outcome } = await fixture.run(entry);
  expect(outcome).toMatchObject({ status: 'argument-too-long', key: 'BIG_SETTING' });
});

test('CLI-01 a NUL in a value is told with its key', async () => {
  const entry = fixture.skill({ files: { 'scripts/main.py': SHOW } });
  const { outcome } = await fixture.run(entry, { title: 'a\0b' });
  expect(outcome).toEqual({
    status: 'argument-refused',
    key: 'title',
    problem: expect.stringContaining('"title" holds a NUL character'),
  });
});

test('CLI-04 the staged directory is fresh and read-only, keeps executable bits, and is removable afterwards', async () => {
  const list =
    'cd "$SKILL_DIR"; stat -c "%a %n" scripts/main.sh tool deep deep/a.txt .; cat deep/a.txt';
  const entry = fixture.skill({
    name: 'staged',
    files: { 'scripts/main.sh': list, 'tool*': '#!/bin/sh\n', 'deep/a.txt': 'a' },
  });
  expect((await fixture.run(entry)).log).toBe(
    '444 scripts/main.sh\n555 tool\n555 deep\n444 deep/a.txt\n555 .\na',
  );
  writeFileSync(join(entry.folder, 'deep/a.txt'), 'edited');
  expect((await fixture.run(entry)).log).toMatch(/edited$/);
  const folder = staged('staged');
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o755);
  expect(readdirSync(join(folder, '..')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('CLI-08 the environment is what the contract says, and nothing of the server leaks in', async () => {
  const shown = await valueOf(
    {
      files: { 'scripts/main.py': SHOW },
      environment: { api_token: 't', API_TOKEN: 't', SKILL_DIR: '/elsewhere' },
    },
    {},
    {
      context: {
        role_id: 'r',
        workspace_dir: fixture.workspace,
        _meta: { a: 1 },
        db: null,
        db_factory: true,
      },
    },
  );
  const environment: Record<string, string> = shown['env'] ?? {};
  expect(environment).toMatchObject({
    SKILL_WORKSPACE: fixture.workspace,
    SKILL_DIR: staged(),
    HOME: fixture.workspace,
    api_token: 't',
    API_TOKEN: 't',
  });
  expect(JSON.parse(environment['SKILL_CONTEXT'] ?? '')).toEqual({
    role_id: 'r',
    workspace_dir: fixture.workspace,
  });
  const known = new Set([
    'SKILL_WORKSPACE',
    'SKILL_DIR',
    'SKILL_CONTEXT',
    'HOME',
    'TMPDIR',
    'PATH',
    'LANG',
    'api_token',
    'API_TOKEN',
    'TZ',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'LC_CTYPE',
    'QIAO_TREE',
    'PWD',
    '__CF_USER_TEXT_ENCODING',
  ]);
  // The server's own, here the test's, has `VITEST` among others.
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
});

test('CLI-08, CLI-01 a long context goes to a file that is gone afterwards', async () => {
  const value = await valueOf(
    {
      files: {
        'scripts/main.py': `import json, os
path = os.environ["SKILL_CONTEXT_FILE"]
print(json.dumps({"path": path, "length": len(json.load(open(path))["raw_input"]), "inline": "SKILL_CONTEXT" in os.environ}))`,
      },
    },
    {},
    { context: { raw_input: '长'.repeat(100_000) } },
  );
  expect(value).toMatchObject({ length: 100_000, inline: false });
  expect(existsSync(value['path'] ?? '')).toBe(false);
});

const TREE = `trap '' TERM
sleep 4243 &
setsid sleep 4243 &
(trap '' TERM; while :; do sleep 4243; done) &
echo started
while :; do sleep 4243; done`;

test('CLI-09, CLK-03 the process limit kills the whole tree, whatever ignores TERM or left the session', async () => {
  const entry = fixture.skill({ files: { 'scripts/main.sh': TREE } });
  const { outcome, log } = await fixture.run(entry, {}, { processMs: 1500 });
  expect(outcome).toEqual({ status: 'process-timeout', limitMs: 1500 });
  expect(log).toContain('started');
  expect(fixture.processesWith('sleep 4243')).toEqual([]);
});

test('CLK-01, CLK-04 an aborted run is really stopped', async () => {
  const entry = fixture.skill({ files: { 'scripts/main.sh': 'touch running; sleep 4244' } });
  const controller = new AbortController();
  const running = fixture.run(entry, {}, { signal: controller.signal });
  await expect
    .poll(() => existsSync(join(fixture.workspace, 'running')), { timeout: 20_000 })
    .toBe(true);
  controller.abort();
  expect((await running).outcome).toEqual({ status: 'stopped' });
  expect(fixture.processesWith('sleep 4244')).toEqual([]);
});

test('an aborted signal starts nothing', async () => {
  const entry = fixture.skill({ files: { 'scripts/main.sh': 'touch never' } });
  const { outcome } = await fixture.run(entry, {}, { signal: AbortSignal.abort() });
  expect(outcome).toEqual({ status: 'stopped' });
  expect(existsSync(join(fixture.workspace, 'never'))).toBe(false);
});

test('CLI-09 a grandchild that holds the pipes neither delays the result nor survives', async () => {
  const value = await valueOf({ files: { 'scripts/main.sh': 'sleep 4245 & echo hi' } });
  expect(value).toMatchObject({ success: true, stdout: 'hi\n' });
  expect(fixture.processesWith('sleep 4245')).toEqual([]);
});

test('a script that a signal ends has crashed', async () => {
  const entry = fixture.skill({ files: { 'scripts/main.sh': 'echo why >&2; kill -SEGV $$' } });
  const { outcome } = await fixture.run(entry);
  expect(outcome).toEqual({ status: 'crashed', how: 'SIGSEGV', errorOutput: 'why\n' });
});

test('a script that takes too much memory is ended for that', async () => {
  const entry = fixture.skill({
    files: {
      'scripts/main.py':
        'import time\nx = bytearray(400_000_000)\nx[::4096] = b"1" * len(x[::4096])\ntime.sleep(50)',
    },
  });
  const { outcome } = await fixture.run(entry, {}, { memoryBytes: 150_000_000 });
  expect(outcome).toEqual({ status: 'out-of-memory', limitBytes: 150_000_000 });
});

test('CLI-04 parallel runs of one version share the directory; another version waits', async () => {
  const script = 'cat "$SKILL_DIR/word"; sleep 0.3; cat "$SKILL_DIR/word"';
  const one = fixture.skill({ name: 'twice', files: { 'scripts/main.sh': script, word: '1' } });
  const two = fixture.skill({ name: 'twice', files: { 'scripts/main.sh': script, word: '2' } });
  const runs = await Promise.all([one, one, two, one, two].map((entry) => fixture.run(entry)));
  expect(runs.map(({ log }) => log)).toEqual(['11', '11', '22', '11', '22']);
});

test('CLI-04 a run that waits for another version can be stopped', async () => {
  const one = fixture.skill({ name: 'busy', files: { 'scripts/main.sh': 'sleep 1' } });
  const two = fixture.skill({ name: 'busy', files: { 'scripts/main.sh': 'echo 2' } });
  const controller = new AbortController();
  const first = fixture.run(one);
  const second = fixture.run(two, {}, { signal: controller.signal });
  controller.abort();
  expect((await second).outcome).toEqual({ status: 'stopped' });
  expect((await first).outcome.status).toBe('returned');
  expect((await fixture.run(two)).log).toBe('2\n');
});
