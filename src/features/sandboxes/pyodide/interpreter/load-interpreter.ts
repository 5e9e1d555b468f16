// Loads Python: from a stored memory where there is one, else step by step, which takes about five times as long.

import fs from 'node:fs';
import type { loadPyodide, PyodideAPI } from 'pyodide';

export interface LoadRequest {
  /** Where Pyodide is installed, ending with a slash. */
  readonly pyodideFolder: string;
  /** Absolute path of `run_code.py`. */
  readonly program: string;
  /** Restores the memory of `file`, records one, or neither. */
  readonly start: 'cold' | 'record' | { readonly file: string };
}

export interface Interpreter {
  readonly python: PyodideAPI;
  readonly start: 'cold' | 'snapshot';
  /** The memory, where it was to be recorded. */
  readonly recorded?: Uint8Array;
  /** Why the stored memory was of no use. */
  readonly problem?: string;
}

type Load = typeof loadPyodide;

/** The file's first bytes are its checksum, which the server has compared. */
const CHECKSUM_BYTES = 32;
export const MODULE = '_run_code';

export async function loadInterpreter(request: LoadRequest): Promise<Interpreter> {
  // Node's permissions refuse the original, of which Pyodide wants this much.
  Reflect.set(process, 'binding', () => ({ fs: fs.constants }));
  const { loadPyodide: load } = await importPyodide(request.pyodideFolder);
  const { start } = request;
  if (typeof start === 'string') return await loadCold(load, request);
  try {
    const memory = fs.readFileSync(start.file).subarray(CHECKSUM_BYTES);
    return { python: await load(options(request, { _loadSnapshot: memory })), start: 'snapshot' };
  } catch (error) {
    return { ...(await loadCold(load, request)), problem: String(error) };
  }
}

async function loadCold(load: Load, request: LoadRequest): Promise<Interpreter> {
  const isRecording = request.start === 'record';
  const python = await load(options(request, { _makeSnapshot: isRecording }));
  const source = fs.readFileSync(request.program, 'utf8');
  python.globals.set('source', source);
  python.runPython(`
import sys, types
module = types.ModuleType("${MODULE}")
sys.modules["${MODULE}"] = module
exec(compile(source, "${MODULE}.py", "exec"), module.__dict__)
del source, sys, types, module
`);
  if (!isRecording) return { python, start: 'cold' };
  return { python, start: 'cold', recorded: python.makeMemorySnapshot() };
}

async function importPyodide(folder: string): Promise<{ readonly loadPyodide: Load }> {
  return await import(`${folder}pyodide.mjs`);
}

/** Nothing of this process is given to Python: not its globals, its environment, its arguments. */
function options({ pyodideFolder }: LoadRequest, more: Parameters<Load>[0]): Parameters<Load>[0] {
  const env = { HOME: '/workspace', LANG: 'C.UTF-8' };
  const own = { indexURL: pyodideFolder, jsglobals: Object.create(null), env };
  const silent = { stdout: ignore, stderr: ignore };
  return { ...own, ...silent, _sysExecutable: 'python3', ...more };
}

/** What Pyodide says for itself; what Python says has a way of its own. */
function ignore(): void {}
