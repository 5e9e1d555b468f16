import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFileToAttach } from './file-to-attach.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'to-attach-'));

test('a file is read whole, a piece at a time', async () => {
  const path = join(await newFolder(), '数据.bin');
  const content = Buffer.alloc(300_000, 'abc');
  await writeFile(path, content);
  const file = await openFileToAttach(path);
  const read = await Array.fromAsync(file.chunks());
  expect(file).toMatchObject({ name: '数据.bin', bytes: 300_000 });
  expect(Buffer.concat(read).equals(content)).toBe(true);
  expect(read.length).toBeGreaterThan(1);
});

test('an empty file has nothing to read', async () => {
  const path = join(await newFolder(), 'empty');
  await writeFile(path, '');
  const file = await openFileToAttach(path);
  expect([file.bytes, await Array.fromAsync(file.chunks())]).toEqual([0, []]);
});

test.each([
  ['a folder', '.'],
  ['what is not there', 'missing'],
])('%s can’t be attached', async (_, path) => {
  await expect(openFileToAttach(join(await newFolder(), path))).rejects.toMatchObject({
    code: 'input-invalid',
  });
});

const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

// Linux tells what is open.
test.skipIf(process.platform !== 'linux')('a file that is refused unread is not open', async () => {
  const path = join(await newFolder(), 'a');
  await writeFile(path, 'x');
  const before = await openFiles();
  for (let time = 0; time < 50; time += 1) await openFileToAttach(path);
  expect(await openFiles()).toBeLessThan(before + 25);
});
