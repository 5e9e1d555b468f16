// What is asked of the sandbox for one interpreter: its command line, and what it may see of the disk (DOC-07).

import { join } from 'node:path';
import type { SandboxRequest } from '../sandbox.ts';
import type { InterpreterFiles } from './interpreter-files.ts';
import type { MemoryStart } from './stored-memory.ts';

export interface InterpreterPlan {
  readonly files: InterpreterFiles;
  /** Absolute path without links, and without "*". */
  readonly workspace: string;
  /** Bytes of Python's own memory. */
  readonly memoryBytes: number;
  readonly start: MemoryStart;
}

const MIB = 1024 * 1024;
const PAGE_BYTES = 64 * 1024;
/** Of Node's own heap, where no value of Python's lies. */
const HEAP_MIB = 256;
/** What the process holds besides Python's memory: Node, Pyodide's code, files below /tmp. */
const BESIDES_BYTES = 384 * MIB;

/**
 * Node's permission model (no file but these, no processes, threads, add-ons, inspector), no code from strings, a
 * limit for WebAssembly's memory, no environment, no network. The program takes away the rest before Python runs.
 */
export function interpreterRequest(plan: InterpreterPlan): SandboxRequest {
  const { files, workspace, memoryBytes, start } = plan;
  const program = join(files.programFolder, 'main.ts');
  const stored = typeof start === 'string' ? [] : [start.file];
  const readable = [files.programFolder, files.pyodideFolder, ...stored];
  return {
    command: [
      process.execPath,
      '--permission',
      ...[...readable, workspace].map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${workspace}`,
      // It opens files without asking the permissions.
      '--no-experimental-sqlite',
      '--disallow-code-generation-from-strings',
      `--wasm-max-mem-pages=${Math.floor(memoryBytes / PAGE_BYTES)}`,
      `--max-old-space-size=${HEAP_MIB}`,
      program,
      files.pyodideFolder,
      join(files.programFolder, 'run_code.py'),
      workspace,
      typeof start === 'string' ? start : start.file,
    ],
    environment: {},
    folder: workspace,
    mounts: [
      ...[process.execPath, ...readable].map((path) => ({ path, access: 'read' }) as const),
      { path: workspace, access: 'write' },
    ],
    network: { kind: 'none' },
    limits: { memoryBytes: memoryBytes + BESIDES_BYTES },
    hasChannel: true,
  };
}
