// Makes script skills on disk and runs them for real, for the tests beside it.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';
import type { RunHost, RuntimeRun, SkillEntry } from '../runtime.ts';
import { createProcessRuntime } from './process-runtime.ts';

export interface FixtureSkill {
  readonly name?: string;
  readonly version?: string;
  /** Content by path; a path that ends in `*` is made executable, without the star. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly command?: readonly string[];
  readonly schema?: JsonObject;
  readonly environment?: Readonly<Record<string, string>>;
}

interface FixtureHost {
  readonly context?: JsonObject;
  readonly processMs?: number;
  readonly memoryBytes?: number;
  readonly signal?: AbortSignal;
}

export interface ScriptFixture {
  readonly workspace: string;
  readonly spillFolder: string;
  skill(described: FixtureSkill): SkillEntry;
  run(entry: SkillEntry, input?: JsonObject, host?: FixtureHost): Promise<RuntimeRun>;
  /** Ids of living processes whose command line holds `text`. */
  processesWith(text: string): readonly string[];
  close(): Promise<void>;
}

export function createScriptFixture(): ScriptFixture {
  const root = mkdtempSync(join(tmpdir(), 'qiao-script-'));
  const workspace = join(root, 'workspace');
  const spillFolder = join(root, 'spill');
  mkdirSync(workspace);
  const sandbox = createPlainSandbox();
  const runtime = createProcessRuntime({
    sandbox,
    spillFolder,
    language: 'en',
    findPython: async () => {
      const program = 'import sys; print(sys.executable)';
      return execFileSync('python3', ['-c', program], { encoding: 'utf8' }).trim();
    },
  });
  let made = 0;
  return {
    workspace,
    spillFolder,
    skill: (described) => {
      made += 1;
      const folder = join(root, `package-${made}`);
      writeFiles(folder, described.files);
      return entryOf(folder, described);
    },
    run: (entry, input = {}, host = {}) => runtime.run(entry, input, hostOf(workspace, host)),
    processesWith,
    close: async () => {
      await runtime.close();
      await sandbox.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function writeFiles(folder: string, files: FixtureSkill['files']): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name.replace(/\*$/, ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, name.endsWith('*') ? 0o755 : 0o644);
  }
}

function entryOf(folder: string, described: FixtureSkill): SkillEntry {
  return {
    skill: described.name ?? 'demo',
    version: described.version ?? folder,
    folder,
    program: { kind: 'script', command: described.command },
    environment: described.environment ?? {},
    network: { kind: 'public' },
    ...(described.schema === undefined ? {} : { schema: described.schema }),
  };
}

function hostOf(workspace: string, host: FixtureHost): RunHost {
  return {
    workspace,
    context: host.context ?? {},
    limits: {
      wallMs: 600_000,
      processMs: host.processMs ?? 50_000,
      memoryBytes: host.memoryBytes ?? 2 ** 31,
    },
    signal: host.signal ?? new AbortController().signal,
    callSkill: none,
    provider: { chat: none },
    database: { open: none, execute: none, end: none },
    progress: none,
  };
}

function none(): never {
  throw new AppError('unexpected', { zh: '脚本不该用到这个', en: 'a script has no use for this' });
}

function processesWith(text: string): readonly string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => commandLineOf(id).includes(text));
}

function commandLineOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
