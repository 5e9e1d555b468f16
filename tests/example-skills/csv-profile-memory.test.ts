// `csv-profile` on many rows: what it holds has an end.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SKILLS, startExample, type ExampleRun } from './run-example.ts';

/** Prints how many rows it read, and the most memory that the process had, in KiB. */
const DRIVER = `
import resource, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from handler import execute
answer = execute({"file": sys.argv[3]}, {"workspace_dir": sys.argv[2]})
print(answer["rows"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
`;

let example: ExampleRun;
beforeEach(async () => {
  example = await startExample();
});
afterEach(() => example.end());

async function peakKib(rows: number): Promise<number> {
  const name = `${rows}.csv`;
  const lines = Array.from({ length: rows }, (_, at) => `${at},${at % 7}`).join('\n');
  await writeFile(join(example.workspace, name), `id,n\n${lines}\n`);
  const args = ['-c', DRIVER, join(SKILLS, 'csv-profile'), example.workspace, name];
  const { stdout } = await promisify(execFile)('python3', args);
  const [read, peak] = stdout.trim().split(' ').map(Number);
  expect(read).toBe(rows);
  return peak ?? Infinity;
}

test('a million short lines, no two alike, take no more than 256 MiB', async () => {
  expect(await peakKib(1_000_000)).toBeLessThan(256 * 1024);
});
