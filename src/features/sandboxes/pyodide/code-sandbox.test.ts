import { access, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findProgram, systemEnvironment } from '#system/child-process.ts';
import { readAllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { createSandboxes, type Sandboxes, type SandboxesParts } from '../create-sandboxes.ts';
import type { Sandbox } from '../sandbox.ts';
import { createCodeRunner, type CodeRunner } from './code-runner.ts';
import { createCodeSandbox } from './code-sandbox.ts';

const SLOW_START = 180_000;
let folder: string;
let open: readonly { close(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qiao-code-sandbox-')));
});
afterEach(async () => {
  for (const each of open) await each.close();
  open = [];
  vi.unstubAllEnvs();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function sandboxes(setting: SandboxesParts['setting']): Sandboxes {
  return createSandboxes({
    setting,
    image: 'none',
    egress: { allowed: readAllowedHosts([]), resolveHost: async () => [] },
    toolchains: async () => [process.execPath],
    findPython: async () => findProgram('python3', systemEnvironment().PATH ?? '', '/'),
  });
}

/** One workspace for each, as a provider may give it to a user of its own. */
async function runnerIn(machine: Sandboxes) {
  const sandbox: Sandbox = createCodeSandbox(machine);
  const problems: unknown[] = [];
  const runner: CodeRunner = createCodeRunner({
    sandbox,
    cacheFolder: join(folder, 'cache'),
    onProblem: (problem) => problems.push(problem),
  });
  open = [runner, sandbox, machine];
  const workspace = join(folder, crypto.randomUUID());
  await mkdir(workspace);
  const { signal } = new AbortController();
  return async (code: string, memoryBytes?: number) => {
    const limits = memoryBytes === undefined ? {} : { memoryBytes };
    const request = { code, workspace, wallMs: 40_000, signal, language: 'en', ...limits } as const;
    const told = await runner.run(request);
    expect(problems).toEqual([]);
    return { told, workspace };
  };
}

test.for(['bwrap', 'landlock'] as const)(
  'DOC-07 runs in %s as it does without',
  { timeout: SLOW_START },
  async (name, { skip }) => {
    const machine = sandboxes(name);
    const { own, providers } = await machine.state();
    if (own !== name) {
      await machine.close();
      skip(`${name} does not work here: ${JSON.stringify(providers)}`);
    }
    const run = await runnerIn(machine);
    const written = await run('open("made.txt", "w").write("x")\nimport os\nos.listdir()');
    expect(written.told).toMatchObject({ ok: true, result: ['made.txt'] });
    await access(join(written.workspace, 'made.txt'));
    // From the memory that the first one stored, and from the spare.
    expect((await run('open("made.txt").read()')).told).toMatchObject({ ok: true, result: 'x' });
    const exited = await run('import os\nos._exit(4)');
    expect(exited.told).toMatchObject({ ok: false, exit_code: 4 });
    const large =
      'with open("/tmp/large", "wb") as out:\n  while True: out.write(bytes(16_000_000))';
    const { told } = await run(large, 64 * 1024 * 1024);
    expect(told.error?.type).toMatch(/^Memory(Error|LimitExceeded)$/);
  },
);

test('DOC-07 runs where no sandbox works', { timeout: SLOW_START }, async () => {
  vi.stubEnv('PATH', folder);
  const machine = sandboxes('auto');
  const run = await runnerIn(machine);
  expect((await machine.state()).own).toBeUndefined();
  expect((await run('6 * 7')).told).toMatchObject({ ok: true, result: 42 });
});

test('DOC-07 runs nowhere else where one was asked for', async () => {
  vi.stubEnv('PATH', folder);
  const run = await runnerIn(sandboxes('bwrap'));
  await expect(run('1')).rejects.toMatchObject({ code: 'sandbox-unavailable' });
});
