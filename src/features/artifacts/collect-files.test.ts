// What a result names in its workspace, and what is new there.

import { execFileSync } from 'node:child_process';
import { symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collect, names, workspaceWith } from './testing/collect-fixture.ts';

test('ART-01 the fields of a result name its files, each once, with what they are', async () => {
  const workspace = await workspaceWith({
    'a.png': 'x',
    'sub/b.csv': 'x',
    'c.bin': 'x',
    'd.mp3': '',
  });
  const { envelope, files, settled } = await collect({
    workspace,
    value: {
      ok: true,
      filename: '图.png',
      local_path: join(workspace, 'a.png'),
      images: [{ local_path: 'a.png' }],
      files: [{ filename: 'sub/b.csv' }, 'sub/b.csv', 'a word'],
      videos: [{ local_path: './c.bin', filename: 'Clip' }],
    },
  });
  expect(files).toMatchObject([
    { name: '图.png', path: 'a.png', kind: 'image', bytes: 1 },
    { name: 'Clip.bin', path: 'c.bin', kind: 'video' },
    { name: 'b.csv', path: 'sub/b.csv', kind: 'file', mediaType: 'text/csv' },
  ]);
  expect(envelope).toMatchObject({
    filename: '图.png',
    files: [
      { filename: 'sub/b.csv', local_path: join(workspace, 'sub/b.csv') },
      { filename: 'b.csv', local_path: join(workspace, 'sub/b.csv') },
      'a word',
    ],
  });
  expect(settled.verdict.status).toBe('done');
});

test('ART-01 files in the data of a result count as well, and a failure has none', async () => {
  const workspace = await workspaceWith({ 'a.png': 'x' });
  const data = { data: { local_path: 'a.png' } };
  expect(names((await collect({ workspace, value: { success: true, ...data } })).files)).toEqual(['a.png']); // prettier-ignore
  const failed = await collect({ workspace, value: { success: false, error: 'no', ...data } });
  expect(failed.files).toEqual([]);
});

test('ART-05 new files at the top are registered, the newest is the result’s; by content, not by time', async () => {
  const workspace = await workspaceWith({
    'old.csv': 'same',
    'changed.csv': 'abcd',
    'sub/x.csv': '',
  });
  const { envelope, files, settled } = await collect({
    workspace,
    value: { ok: true },
    async work() {
      const now = new Date();
      await writeFile(join(workspace, 'old.csv'), 'same');
      await utimes(join(workspace, 'old.csv'), now, now);
      await writeFile(join(workspace, 'changed.csv'), 'dcba');
      await utimes(join(workspace, 'changed.csv'), new Date(0), new Date(0));
      for (const name of ['b.xlsx', 'a.txt']) await writeFile(join(workspace, name), 'x');
      await utimes(join(workspace, 'b.xlsx'), now, new Date(now.getTime() + 5000));
      for (const name of [
        '.hidden',
        'toolout_1.json',
        'run.LOG',
        'main.py',
        'sub/new.csv',
        'a.tmp',
        'b.srt',
        'c.pyc',
        'd.ts',
        'e.mjs',
        'f.sh',
        'g.js',
      ])
        // prettier-ignore
        await writeFile(join(workspace, name), 'x');
      await writeFile(join(workspace, 'empty.csv'), '');
      await symlink('/etc/passwd', join(workspace, 'link.csv'));
    },
  });
  expect(names(files)).toEqual(['changed.csv', 'a.txt', 'b.xlsx']);
  expect(envelope).toMatchObject({
    filename: 'b.xlsx',
    local_path: join(workspace, 'b.xlsx'),
  });
  expect(settled.verdict.status).toBe('done');
});

test.each([
  ['帮我写一个整理照片的脚本', ['main.py']],
  ['give me a .py for this', ['main.py']],
  ['make a chart', []],
])('ART-05 asked「%s」, scripts are %j', async (asked, expected) => {
  const workspace = await workspaceWith();
  const work = () => writeFile(join(workspace, 'main.py'), 'x');
  expect(names((await collect({ workspace, value: { ok: true }, asked, work })).files)).toEqual(expected); // prettier-ignore
});

test('ART-05 who reports a file itself is believed: nothing else is registered', async () => {
  const workspace = await workspaceWith();
  const work = async () => {
    for (const name of ['a.csv', 'part.csv']) await writeFile(join(workspace, name), 'x');
  };
  const { files } = await collect({ workspace, value: { ok: true, filename: 'a.csv' }, work });
  expect(names(files)).toEqual(['a.csv']);
});

test('ART-05 of two runs at once each new file is registered by one, and its next content again', async () => {
  const workspace = await workspaceWith();
  const first = await collect({
    workspace,
    value: { ok: true },
    async work() {
      await writeFile(join(workspace, 'a.csv'), 'x');
      const other = await collect({ workspace, value: { ok: true, local_path: 'a.csv' } });
      expect(names(other.files)).toEqual(['a.csv']);
    },
  });
  expect(first.files).toEqual([]);
  const work = () => writeFile(join(workspace, 'a.csv'), 'y');
  expect(names((await collect({ workspace, value: { ok: true }, work })).files)).toEqual(['a.csv']);
});

test('ART-09 what leaves the workspace is refused with a clear error, for the model and the person', async () => {
  const workspace = await workspaceWith({ 'a.csv': 'x' });
  const outside = await workspaceWith({ 'secret.txt': 'secret' });
  await symlink(join(outside, 'secret.txt'), join(workspace, 'link.txt'));
  await symlink(outside, join(workspace, 'folder'));
  const given = ['../x.txt', '/etc/passwd', 'link.txt', 'folder/secret.txt', join(outside, 'secret.txt'), 'a/../../x', 'a\0b']; // prettier-ignore
  const { envelope, files, settled } = await collect({
    workspace,
    value: { ok: true, local_path: 'a.csv', files: given.map((local_path) => ({ local_path })) },
  });
  expect(files.filter(({ state }) => state === 'kept').map(({ name }) => name)).toEqual(['a.csv']);
  const failed = files.filter((file) => file.state === 'failed');
  expect(failed).toHaveLength(given.length);
  for (const { reason } of failed)
    expect(reason.en).toContain("not in this conversation's workspace");
  expect(settled.verdict.status).toBe('partial');
  expect(envelope['warning']).toContain('/etc/passwd');
  expect(JSON.stringify(envelope['files'])).not.toContain('local_path');
  expect(JSON.stringify(files)).not.toContain('"secret"');
});

test('ART-09 names that no file system takes are made safe for people, and the file is kept', async () => {
  const long = `${'报'.repeat(100)}.csv`.slice(-85);
  const odd = 'a:b\u0007\u202Egnp.csv';
  const workspace = await workspaceWith({ [odd]: 'x', [long]: 'x' });
  const { files } = await collect({
    workspace,
    value: { ok: true, files: [{ local_path: odd }, { local_path: long, filename: `${'告'.repeat(100)}.csv` }] }, // prettier-ignore
  });
  expect(names(files)[0]).toBe('a_b__gnp.csv');
  expect(Buffer.byteLength(names(files)[1] ?? '')).toBeLessThanOrEqual(200);
  expect(names(files)[1]).toMatch(/^告+\.csv$/);
});

test('a file that is empty, missing, a folder or a pipe is told', async () => {
  const workspace = await workspaceWith({ 'empty.csv': '', 'folder/x': '' });
  execFileSync('mkfifo', [join(workspace, 'pipe')]);
  const { envelope, files, settled } = await collect({
    workspace,
    value: { ok: true, warning: 'own', files: ['empty.csv', 'gone', 'folder', 'pipe'].map((local_path) => ({ local_path })) }, // prettier-ignore
  });
  expect(names(files)).toEqual(['empty.csv', 'gone failed', 'folder failed', 'pipe failed']);
  expect(envelope['warning']).toMatch(
    /^own\n3 file\(s\) did not reach the user[^]*"empty\.csv" is empty/,
  );
  expect(settled.verdict.status).toBe('partial');
});

test('the name of a file that the person sent is no promise, and no new file', async () => {
  const workspace = await workspaceWith({ 'attachments/orders.csv': 'x' });
  const { files, settled } = await collect({
    workspace,
    value: { ok: true, filename: 'orders.csv' },
  });
  expect({ files, status: settled.verdict.status }).toEqual({ files: [], status: 'done' });
});
