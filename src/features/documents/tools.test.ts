// The tools of a document's sub-agent: reading its skill, commands in the sandbox, and code where there is none.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { createCodeRunner, createPlainSandbox } from '#features/sandboxes/index.ts';
import {
  lastResult,
  runDocument,
  shell,
  skillMd,
  temporary,
  told,
  type Step,
} from './testing/document-fixture.ts';

const FILES = { 'SKILL.md': skillMd('```sh\nls\n```\n') };
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const runCode = (text: string): Step => ({ tool: 'run_code', input: { code: text } });
const read = (input: JsonObject): Step => ({ tool: 'read_skill_file', input });

test('DOC-05 files of the skill are read by page, and nothing outside of it', async () => {
  const long = `${'x'.repeat(40_000)}end`;
  const ran = await runDocument({
    files: { ...FILES, 'references/long.md': long, 'scripts/a.py': `#${'y'.repeat(100_000)}` },
    script: [
      read({ file: 'references/long.md' }),
      read({ file: 'references/long.md', offset: 40_001 }),
      read({ file: 'scripts/a.py' }),
      read({ file: '../../etc/passwd' }),
      'Read.',
    ],
  });
  expect(lastResult(ran, 0)).toMatchObject({ data: { next_offset: 40_001 } });
  expect(lastResult(ran, 1)).toMatchObject({ data: { text: 'end', next_offset: null } });
  expect(lastResult(ran, 2)).toMatchObject({
    data: { total_characters: 100_001, next_offset: null },
  });
  expect(lastResult(ran, 3)).toMatchObject({ success: false, need_param: 'file' });
  expect(ran.value).toMatchObject({ success: true, result: 'Read.' });
});

test('DOC-05 a page is no longer than the sub-agent’s model can be given, and is read on from there', async () => {
  const long = '住宿标准每晚四百元'.repeat(5000);
  const ran = await runDocument({
    files: { ...FILES, 'references/long.md': long },
    script: [read({ file: 'references/long.md' }), 'Read.'],
  });
  // Two fifths of 64,000 tokens, of a character each.
  expect(lastResult(ran, 0)).toMatchObject({
    data: { text: long.slice(0, 25_600), next_offset: 25_601 },
  });
});

test('DOC-06 a command has the skill read-only, the workspace to write in, and the declared network', async () => {
  const head = 'requires: {network: none}\n';
  const ran = await runDocument({
    files: { 'SKILL.md': skillMd('```sh\nls\n```\n', head) },
    script: [shell('pwd'), 'Done.'],
  });
  expect(ran.started[0]).toMatchObject({
    command: ['/bin/sh', '-c', 'pwd'],
    folder: ran.workspace,
    mounts: [
      { path: ran.workspace, access: 'write' },
      { path: ran.skill.folder, access: 'read' },
    ],
    network: { kind: 'none' },
    programs: 'any',
    limits: { memoryBytes: 2 ** 30 },
    hasChannel: false,
  });
  expect(lastResult(ran)).toMatchObject({ stdout: `${ran.workspace}\n`, provider: 'bwrap' });
});

test('DOC-06 a command has the skill’s configuration and nothing of the server’s environment', async () => {
  const ran = await runDocument({
    files: FILES,
    environment: { CITY: 'Bern' },
    script: [shell('env'), 'Done.'],
  });
  const { stdout } = lastResult(ran);
  const names = textOf(stdout)
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(names).toEqual(expect.arrayContaining(['CITY', 'PATH', 'HOME', 'SKILL_DIR']));
  expect(names).not.toContain('VITEST');
  expect(textOf(stdout)).toContain('CITY=Bern');
});

test('DOC-06 a secret that a command prints reaches neither model, trace nor file', async () => {
  const secret = 'key-123456789';
  const ran = await runDocument({
    files: FILES,
    environment: { MY_KEY: secret },
    secrets: [secret],
    script: [
      shell('echo $MY_KEY'),
      shell('i=0; while [ $i -lt 3000 ]; do echo line $MY_KEY; i=$((i+1)); done'),
      `The key is ${secret}.`,
    ],
  });
  expect(lastResult(ran, 0)).toMatchObject({ stdout: '***\n' });
  const { stdout, truncated, _hint: hint } = lastResult(ran, 1);
  expect(truncated).toEqual({ stdout: true, stderr: false });
  expect(textOf(stdout)).not.toContain(secret);
  const file = /\.outputs\/stdout-\S+\.txt/.exec(textOf(hint))?.[0] ?? '';
  const whole = readFileSync(join(ran.workspace, file), 'utf8');
  expect(whole).toBe('line ***\n'.repeat(3000));
  expect(JSON.stringify(ran.model.requests)).not.toContain(secret);
  expect(`${ran.run.log}${JSON.stringify(ran.run.decisions)}`).not.toContain(secret);
});

test('DOC-06 a command is stopped at its time, and may run in a directory of the workspace', async () => {
  const ran = await runDocument({
    files: FILES,
    workspaceFiles: { 'sub/a.txt': 'a' },
    script: [
      shell('sleep 100', { timeout_s: 1 }),
      shell('ls', { workdir: 'sub' }),
      shell('ls', { workdir: '../..' }),
      shell('ls', { timeout_s: 601 }),
      { tool: 'container_shell', input: {} },
      shell('exit 7'),
      'Done.',
    ],
  });
  expect(lastResult(ran, 0)).toMatchObject({ timed_out: true, exit_code: null });
  expect(lastResult(ran, 1)).toMatchObject({ stdout: 'a.txt\n' });
  expect(lastResult(ran, 2)).toMatchObject({ need_param: 'workdir', error_type: 'recoverable' });
  expect(lastResult(ran, 3)).toMatchObject({ need_param: 'timeout_s' });
  expect(lastResult(ran, 4)).toMatchObject({ need_param: 'command' });
  expect(lastResult(ran, 5)).toMatchObject({ exit_code: 7, signal: null });
});

test('DOC-07 where there is no sandbox there is run_code, and a failing piece can be mended', async () => {
  const sandbox = createPlainSandbox();
  const codeRunner = createCodeRunner({
    sandbox,
    cacheFolder: temporary(),
    onProblem: (error) => expect.unreachable(String(error)),
  });
  const ran = await runDocument({
    files: FILES,
    hasSandbox: false,
    codeRunner,
    workspaceFiles: { 'in.txt': 'given' },
    script: [
      runCode('oh no'),
      runCode('open("out.txt", "w").write(open("/workspace/in.txt").read())'),
      'Done.',
    ],
  });
  await codeRunner.close();
  await sandbox.close();
  expect(lastResult(ran, 0)).toMatchObject({
    ok: false,
    error: expect.stringContaining('SyntaxError'),
    error_type: 'recoverable',
  });
  expect(readFileSync(join(ran.workspace, 'out.txt'), 'utf8')).toBe('given');
  expect(ran.value).toEqual({ success: true, result: 'Done.', steps: 2 });
  expect(ran.model.requests[0]?.tools.map(({ name }) => name)).toEqual([
    'read_skill_file',
    'run_code',
  ]);
  expect(told(ran).system).toContain('There is no container here');
  expect(told(ran).system).toContain('(/workspace)');
  expect(ran.started).toEqual([]);
});

test('DOC-07 without a sandbox and without run_code nothing is executed, and that is said', async () => {
  const ran = await runDocument({ files: FILES, hasSandbox: false, script: ['Done.'] });
  expect(ran.value).toMatchObject({
    non_retriable: true,
    error: expect.stringContaining('neither a sandbox nor run_code'),
  });
});
