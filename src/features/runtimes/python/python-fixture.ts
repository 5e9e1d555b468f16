// For tests: real Python skills on the disk, run by the real runtime with a host that records what it is asked.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import { createPlainSandbox, type Sandbox } from '#features/sandboxes/index.ts';
import type { RunHost, RuntimeRun, SkillEntry, SkillRuntime } from '../runtime.ts';
import { createPythonRuntime } from './python-runtime.ts';

const MEMORY_BYTES = 512 * 1024 * 1024;

export interface PythonFixture {
  readonly folder: string;
  readonly spillFolder: string;
  readonly sandbox: Sandbox;
  readonly runtime: SkillRuntime;
  /** Writes a skill; its version is the hash of its files. A text alone is `handler.py`. */
  skill(name: string, files: string | Readonly<Record<string, string>>): Promise<SkillEntry>;
  /** A host whose workspace is `workspace` (made where missing). */
  host(changes?: HostChanges): Promise<RunHost>;
  /** Writes a skill of one file and runs it once. */
  run(code: string, input?: JsonObject, changes?: HostChanges): Promise<RuntimeRun>;
  close(): Promise<void>;
}

type HostChanges = Partial<Omit<RunHost, 'limits' | 'workspace'>> & {
  readonly workspace?: string;
  readonly memoryBytes?: number;
};

export async function createPythonFixture(): Promise<PythonFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'qiao-python-'));
  const spillFolder = join(folder, 'spill');
  await mkdir(spillFolder);
  const sandbox = createPlainSandbox();
  const runtime = createPythonRuntime({ sandbox, spillFolder, language: 'en' });

  const fixture: PythonFixture = {
    folder,
    spillFolder,
    sandbox,
    runtime,
    skill: (name, files) => writeSkill(folder, name, files),
    host: async ({ workspace = 'ws', memoryBytes = MEMORY_BYTES, ...changes } = {}) => {
      const path = join(folder, 'workspaces', workspace);
      await mkdir(path, { recursive: true });
      return { ...quietHost(path, memoryBytes), ...changes };
    },
    run: async (code, input = {}, changes = {}) => {
      const entry = await fixture.skill('skill', code);
      return await runtime.run(entry, input, await fixture.host(changes));
    },
    close: async () => {
      await runtime.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return fixture;
}

async function writeSkill(
  root: string,
  name: string,
  given: string | Readonly<Record<string, string>>,
): Promise<SkillEntry> {
  const files = typeof given === 'string' ? { 'handler.py': given } : given;
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  const folder = join(root, 'skills', name, version.slice(0, 12));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const program = { kind: 'handler', file: 'handler.py', language: 'python' } as const;
  return { skill: name, version, folder, program, environment: {}, network: { kind: 'public' } };
}

/** A host without a model and without a database, whose `call_skill` echoes. */
function quietHost(workspace: string, memoryBytes: number): RunHost {
  return {
    workspace,
    context: { user_id: 'u1', request: null, channel_registry: null },
    limits: { wallMs: 60_000, processMs: 60_000, memoryBytes },
    signal: new AbortController().signal,
    callSkill: async (name, input) => ({ success: true, name, data: input }),
    provider: { chat: () => Promise.reject(new TypeError('no model here')) },
    database: {
      open: () => Promise.reject(new TypeError('no database here')),
      execute: () => Promise.reject(new TypeError('no database here')),
      end: () => Promise.reject(new TypeError('no database here')),
    },
    progress: () => undefined,
  };
}
