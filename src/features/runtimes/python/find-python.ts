// Finds the real Python interpreter behind whatever shim is on PATH.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import { pythonTexts } from '#contract/texts/python-texts.ts';
import { systemEnvironment } from '#system/child-process.ts';

const LEAST = [3, 9] as const;
const CANDIDATES = ['python3', 'python'] as const;
const QUESTION =
  'import json, sys; print(json.dumps([sys.executable, sys.base_prefix, *sys.version_info[:3]]))';
const PATIENCE_MS = 20_000;

const answer = z.tuple([z.string().min(1), z.string().min(1), z.int(), z.int(), z.int()]);

export interface PythonInterpreter {
  /** Absolute path of the interpreter itself: a shim costs as much as the interpreter's own start. */
  readonly path: string;
  /** The folder that its own library is below. */
  readonly home: string;
  readonly version: string;
}

/**
 * The first of `candidates` (names on PATH, or paths) that is Python 3.9 or later.
 * Throws `spawn-failed` with what to install; `details.systemCode` is ENOENT.
 */
export async function findPython(
  candidates: readonly string[] = CANDIDATES,
): Promise<PythonInterpreter> {
  let tooOld: PythonInterpreter | undefined;
  for (const candidate of candidates) {
    const found = await ask(candidate);
    if (found !== undefined && isRecent(found.version)) return found;
    tooOld ??= found;
  }
  const least = LEAST.join('.');
  const text =
    tooOld === undefined
      ? pythonTexts.missing(candidates, least)
      : pythonTexts.tooOld(tooOld.path, tooOld.version, least);
  throw new AppError('spawn-failed', text, { details: { systemCode: 'ENOENT' } });
}

/** Undefined where it can't be run or does not answer as Python does. */
async function ask(program: string): Promise<PythonInterpreter | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-I', '-c', QUESTION], {
      env: { ...systemEnvironment() },
      timeout: PATIENCE_MS,
    });
    const [path, home, ...version] = answer.parse(JSON.parse(stdout));
    return { path, home, version: version.join('.') };
  } catch {
    return undefined;
  }
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
}
