// The command line and environment of a TypeScript worker: what keeps it from the server's files and processes (RUN-08).

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxMount } from '#features/sandboxes/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import type { WorkerLaunch } from '../worker-runtime.ts';

export interface NodeWorker {
  readonly program: string;
  readonly bundle: string;
  /** Absolute path of the author's file. */
  readonly handler: string;
  readonly skillFolder: string;
  /** Absolute path of the packages installed for it. */
  readonly nodeModules: string | undefined;
  readonly workspace: string;
  /** Bytes that the process may hold in all. */
  readonly memoryBytes: number;
  /** The skill's own configuration. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What a process needs besides its heap, so that the heap's limit is the first to be met. */
const BESIDES_HEAP_BYTES = 96 * 1024 * 1024;
const LEAST_HEAP_BYTES = 32 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Variables that change what Node or the linker loads: with them a skill's configuration could lift its limits. */
const LOADER_VARIABLES = /^(NODE_OPTIONS|NODE_PATH|NODE_REPL_\w+|LD_\w+|DYLD_\w+)$/i;

/**
 * Node's permission model: no reading outside the skill, its workspace and the two files that are run; no writing
 * outside the workspace; no processes, worker threads, add-ons or inspector. It is a seat belt, not a wall, and does
 * not cover the network; a sandbox that isolates stands around it.
 */
export function nodeCommand(worker: NodeWorker): WorkerLaunch {
  const { program, bundle, handler, skillFolder, workspace } = worker;
  const packages = worker.nodeModules === undefined ? [] : [worker.nodeModules];
  const heapBytes = Math.max(LEAST_HEAP_BYTES, worker.memoryBytes - BESIDES_HEAP_BYTES);
  const readable = withRealPaths([program, bundle, skillFolder, workspace, ...packages]);
  return {
    command: [
      process.execPath,
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      ...withRealPaths([workspace]).map((path) => `--allow-fs-write=${path}`),
      // It opens and makes files without asking the permissions (decision 0023).
      '--no-experimental-sqlite',
      `--max-old-space-size=${Math.floor(heapBytes / MIB)}`,
      '--enable-source-maps',
      program,
      bundle,
      handler,
      skillFolder,
    ],
    environment: { ...machineVariables(), ...allowed(worker.environment), ...placesOf(worker) },
    mounts: [
      mount(program),
      mount(bundle),
      mount(skillFolder),
      ...packages.map((path) => mount(path)),
      { path: workspace, access: 'write' },
    ],
  };
}

function mount(path: string): SandboxMount {
  return { path, access: 'read' };
}

/** Permissions are told by the path as it is used, which may be a link's or its goal's. */
function withRealPaths(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => [path, realpathSync(path)]))];
}

function machineVariables(): Record<string, string> {
  const { PATH, TZ, SSL_CERT_FILE, SSL_CERT_DIR } = systemEnvironment();
  return {
    LANG: 'C.UTF-8',
    ...(PATH === undefined ? {} : { PATH }),
    ...(TZ === undefined ? {} : { TZ }),
    ...(SSL_CERT_FILE === undefined ? {} : { SSL_CERT_FILE }),
    ...(SSL_CERT_DIR === undefined ? {} : { SSL_CERT_DIR }),
  };
}

function placesOf(worker: NodeWorker): Record<string, string> {
  const { workspace, skillFolder, nodeModules } = worker;
  return {
    ...(nodeModules !== undefined && { NODE_PATH: nodeModules }),
    HOME: workspace,
    TMPDIR: join(workspace, '.tmp'),
    SKILL_WORKSPACE: workspace,
    SKILL_DIR: skillFolder,
  };
}

function allowed(environment: NodeWorker['environment']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => /^[^=\0]+$/.test(name) && !LOADER_VARIABLES.test(name),
    ),
  );
}
