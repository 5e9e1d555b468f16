// For tests: real TypeScript skills on the disk, run by the real runtime with a host that records what it is asked.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';
import type { RunHost, RuntimeRun, SkillEntry, SkillRuntime } from '../runtime.ts';
import { createNodeRuntime } from './node-runtime.ts';

const MEMORY_BYTES = 512 * 1024 * 1024;

type HostChanges = Partial<Omit<RunHost, 'limits'>> & { readonly memoryBytes?: number };

export interface NodeFixture {
  readonly folder: string;
  readonly workspace: string;
  readonly runtime: SkillRuntime;
  /** Writes a skill; its version is the hash of its files. A text alone is `handler.ts`. */
  skill(files: string | Readonly<Record<string, string>>, name?: string): Promise<SkillEntry>;
  run(entry: SkillEntry, input?: JsonObject, changes?: HostChanges): Promise<RuntimeRun>;
  /** Writes a skill of one file and runs it once. */
  runCode(code: string, input?: JsonObject, changes?: HostChanges): Promise<RuntimeRun>;
  close(): Promise<void>;
}

export async function createNodeFixture(): Promise<NodeFixture> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'qiao-node-')));
  const [spillFolder, workspace] = [join(folder, 'spill'), join(folder, 'workspace')];
  for (const made of [spillFolder, workspace]) await mkdir(made);
  const sandbox = createPlainSandbox();
  const cacheFolder = join(folder, 'cache');
  const runtime = createNodeRuntime({ sandbox, cacheFolder, spillFolder, language: 'en' });
  const run: NodeFixture['run'] = async (entry, input = {}, changes = {}) =>
    await runtime.run(entry, input, quietHost(workspace, changes));

  return {
    folder,
    workspace,
    runtime,
    run,
    skill: async (files, name = 'demo') => await writeSkill(folder, name, files),
    runCode: async (code, input, changes) =>
      await run(await writeSkill(folder, 'demo', code), input, changes),
    close: async () => {
      await runtime.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeSkill(
  root: string,
  name: string,
  given: string | Readonly<Record<string, string>>,
): Promise<SkillEntry> {
  const files = typeof given === 'string' ? { 'handler.ts': given } : given;
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  const folder = join(root, 'skills', name, version.slice(0, 12));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const file = Object.keys(files).find((path) => path.startsWith('handler.')) ?? 'handler.ts';
  const program = { kind: 'handler', file, language: 'node' } as const;
  return { skill: name, version, folder, program, environment: {}, network: { kind: 'public' } };
}

/** A host without a model and without a database, whose `call_skill` echoes. */
function quietHost(workspace: string, { memoryBytes, ...changes }: HostChanges): RunHost {
  return {
    workspace,
    context: { user_id: 'u1' },
    limits: { wallMs: 60_000, processMs: 60_000, memoryBytes: memoryBytes ?? MEMORY_BYTES },
    signal: new AbortController().signal,
    callSkill: async (name, input) => ({ success: true, name, data: input }),
    provider: { chat: missing },
    database: { open: missing, execute: missing, end: missing },
    progress: () => undefined,
    ...changes,
  };
}

async function missing(): Promise<never> {
  return await Promise.reject(new TypeError('not here'));
}
