import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, makeFolderSync } from './make-folder.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'qiao-folder-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ways: readonly [string, (folder: string) => Promise<void>][] = [
  ['waiting', makeFolder],
  ['at once', async (folder) => makeFolderSync(folder)],
];

describe.each(ways)('%s', (name, make) => {
  test('makes what is missing, and again is well', async () => {
    const folder = join(root, name, 'a/b/c');
    await Promise.all([make(folder), make(folder), make(join(folder, '../d'))]);
    await make(folder);
    expect(existsSync(folder)).toBe(true);
  });

  test('a link to a folder is one', async () => {
    const link = join(root, `link ${name}`);
    symlinkSync(root, link);
    await make(join(link, `via ${name}`));
    expect(existsSync(join(root, `via ${name}`))).toBe(true);
  });

  test('a file in its place is refused with the path', async () => {
    const file = join(root, `file ${name}`);
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')]) {
      await expect(make(path)).rejects.toMatchObject({
        code: 'path-refused',
        message: expect.stringContaining(`"${path}" can't be made (a file is in its place`),
        details: { systemCode: 'EEXIST' },
      });
    }
  });

  test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y/z', '/proc/self/fd/x/y'])(
    '%s is refused instead of tried for ever',
    async (path) => {
      await expect(make(path)).rejects.toMatchObject({
        code: 'path-refused',
        message: expect.stringContaining(`"${path}"`),
      });
    },
  );

  test('a name that no system takes is refused', async () => {
    await expect(make(join(root, 'x'.repeat(5000)))).rejects.toMatchObject({
      details: { systemCode: 'ENAMETOOLONG' },
    });
    await expect(make(`${root}/a\0b`)).rejects.toMatchObject({ code: 'path-refused' });
  });
});
