// What a sandbox costs: the start of a process in bubblewrap beside a plain one, and a warm handler's call inside beside outside.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeSandboxes } from '#app/compose-sandboxes.ts';
import { createPythonRuntime, type RunHost, type SkillEntry } from '#features/runtimes/index.ts';
import type { Sandbox, SandboxRequest } from '#features/sandboxes/index.ts';
import { timePairs } from './pairs.ts';

const START_BAR = 6;
const CALL_BAR = 1.5;
const CALLS_A_ROUND = 50;
const MEMORY_BYTES = 512 * 1024 * 1024;
const HANDLER = `
async def execute(input_data, ctx):
    return {"success": True, "data": {"words": input_data["text"].split()}}
`;

const folder = await mkdtemp(join(tmpdir(), 'qiao-bench-'));
const settings = { sandboxImage: '-', allowedHosts: [] } as const;
const outside = composeSandboxes({ ...settings, sandbox: 'off' });
const inside = composeSandboxes({ ...settings, sandbox: 'bwrap' });
try {
  const starts = async (kind: 'none' | 'public') =>
    timePairs(
      () => start(inside, { kind }),
      () => start(outside, { kind }),
    );
  tell({ bench: 'sandbox-start', bar: START_BAR, ...(await starts('none')) });
  tell({ bench: 'sandbox-start-with-network', bar: START_BAR, ...(await starts('public')) });
  const [inner, outer] = [await warmHandler(inside), await warmHandler(outside)];
  const calls = await timePairs(
    () => inner.call(CALLS_A_ROUND),
    () => outer.call(CALLS_A_ROUND),
  );
  tell({ bench: 'sandbox-warm-call', bar: CALL_BAR, ...calls });
  await Promise.all([inner.close(), outer.close()]);
} finally {
  await Promise.all([outside.close(), inside.close()]);
  await rm(folder, { recursive: true, force: true });
}

function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function warmHandler(sandbox: Sandbox) {
  const runtime = createPythonRuntime({ sandbox, spillFolder: folder, language: 'en' });
  const { entry, host } = await prepare(sandbox.name);
  return {
    async call(times: number): Promise<void> {
      for (let each = 0; each < times; each++) {
        const { outcome } = await runtime.run(entry, { text: 'the quick brown fox' }, host);
        if (outcome.status !== 'returned') throw new TypeError(JSON.stringify(outcome));
      }
    },
    close: () => runtime.close(),
  };
}

async function start(sandbox: Sandbox, network: SandboxRequest['network']): Promise<void> {
  const process = await sandbox.start({
    command: ['/bin/sh', '-c', 'exit 0'],
    environment: { PATH: '/usr/bin:/bin' },
    folder,
    mounts: [{ path: folder, access: 'write' }],
    network,
    limits: { memoryBytes: MEMORY_BYTES },
    hasChannel: false,
  });
  await process.ended;
}

async function prepare(
  name: string,
): Promise<{ readonly entry: SkillEntry; readonly host: RunHost }> {
  const skill = join(folder, `skill-${name}`);
  const workspace = join(folder, `workspace-${name}`);
  await mkdir(skill);
  await mkdir(workspace);
  await writeFile(join(skill, 'handler.py'), HANDLER);
  return {
    entry: {
      skill: 'words',
      version: '1',
      folder: skill,
      program: { kind: 'handler', file: 'handler.py', language: 'python' },
      environment: {},
      network: { kind: 'none' },
    },
    host: {
      workspace,
      context: {},
      limits: { wallMs: 60_000, processMs: 60_000, memoryBytes: MEMORY_BYTES },
      signal: new AbortController().signal,
      callSkill: unused,
      provider: { chat: unused },
      database: { open: unused, execute: unused, end: unused },
      progress: () => undefined,
    },
  };
}

async function unused(): Promise<never> {
  throw new TypeError('The handler asks for nothing.');
}
