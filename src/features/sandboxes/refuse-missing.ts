// What the system would say of a program that isn't there, before it is somebody else's to say inside.

import { AppError } from '#base/app-error.ts';
import { processTexts } from '#contract/texts/process-texts.ts';
import { findProgram } from '#system/child-process.ts';
import type { SandboxRequest } from './sandbox.ts';

/** The longest string that Linux takes, and what it takes together, less what stands in front. */
const ONE_BYTES = 128 * 1024 - 1;
const ALL_BYTES = 1_900_000;

/** Throws `spawn-failed` with `details.systemCode` ENOENT, EACCES or E2BIG. */
export function refuseMissing({ command, environment, folder }: SandboxRequest): void {
  findProgram(command[0], environment['PATH'] ?? '', folder);
  const strings = [...command, ...Object.entries(environment).map((pair) => pair.join('='))];
  const sizes = strings.map((text) => Buffer.byteLength(text) + 1);
  const all = sizes.reduce((sum, size) => sum + size + 8, 0);
  if (Math.max(...sizes) <= ONE_BYTES && all <= ALL_BYTES) return;
  throw new AppError('spawn-failed', processTexts.spawnRefused(command[0], 'E2BIG'), {
    details: { systemCode: 'E2BIG' },
  });
}
