// Finds the machine's npm, to be run on our own Node.

import { dirname } from 'node:path';
import type { SandboxMount } from '#features/sandboxes/index.ts';
import { findProgram, systemEnvironment } from '#system/child-process.ts';
import { readable, realOf } from './program-homes.ts';

export interface NpmProgram {
  readonly command: readonly [string, ...string[]];
  readonly mounts: readonly SandboxMount[];
}

/** Undefined where there is none on PATH, which is looked at anew each time. */
export function findNpm(): NpmProgram | undefined {
  const program = onPath('npm');
  if (program === undefined) return undefined;
  const real = realOf(program);
  // `…/npm/bin/npm-cli.js`.
  const mounts = readable(process.execPath, program, real, dirname(dirname(real)));
  // A shim (of a version manager, say) finds its npm by itself.
  return real.endsWith('.js')
    ? { command: [process.execPath, real], mounts }
    : { command: [program], mounts: readable(program, real) };
}

/** Absolute path of a program on PATH. */
export function onPath(name: string): string | undefined {
  try {
    return findProgram(name, systemEnvironment()['PATH'] ?? '', '/');
  } catch {
    return undefined;
  }
}
