import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SKILLS, startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeEach(async () => {
  example = await startExample();
});
afterEach(() => example.end());

test('counts all files, lists the largest, and copes with any name', async () => {
  await mkdir(join(example.workspace, '子目录'));
  await mkdir(join(example.workspace, '.skills'));
  await writeFile(join(example.workspace, '.skills', 'x'), 'hidden');
  await writeFile(join(example.workspace, '子目录', 'a "b"\\\n\u0001\t'), '123');
  await writeFile(join(example.workspace, 'big.bin'), 'x'.repeat(5000));
  await writeFile(join(example.workspace, 'small'), '1');
  expect(await ask('--top', '2')).toEqual({
    success: true,
    data: {
      files: 3,
      bytes: 5004,
      listed: 2,
      largest: [
        { path: 'big.bin', bytes: 5000 },
        { path: '子目录/a "b"\\\n\u0001\t', bytes: 3 },
      ],
    },
  });
});

test('an empty workspace has no files', async () => {
  expect(await ask()).toEqual({
    success: true,
    data: { files: 0, bytes: 0, listed: 0, largest: [] },
  });
});

test.each(['0', '1001', 'x', ''])('refuses --top %j', async (top) => {
  expect(await ask('--top', top)).toMatchObject({ success: false, need_param: 'top' });
});

function ask(...words: readonly string[]): Promise<unknown> {
  return example.run('bash', [join(SKILLS, 'disk-report/scripts/main.sh'), ...words]);
}
