// Finds a uv that works: one that is on PATH and can't start is no reason to fail.

import { dirname } from 'node:path';
import { systemEnvironment } from '#system/child-process.ts';
import { onPath } from './find-npm.ts';
import { readable, realOf } from './program-homes.ts';
import { runTool, type ToolParts } from './run-tool.ts';

const PATIENCE_MS = 20_000;

/** Its absolute path; undefined where venv and pip do the work. */
export async function findUv(parts: ToolParts): Promise<string | undefined> {
  const found = onPath('uv');
  if (found === undefined) return undefined;
  const path = realOf(found);
  const { status, stdout } = await runTool(parts, {
    command: [path, '--version'],
    environment: { PATH: systemEnvironment()['PATH'] ?? '/usr/bin:/bin' },
    folder: dirname(path),
    mounts: readable(path),
    network: { kind: 'none' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return status === 'done' && /^uv \d/.test(stdout) ? path : undefined;
}
