import { mkdir, mkdtemp, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeAttachment, type AttachmentStream } from './store-attachment.ts';

const newWorkspace = (): Promise<string> => mkdtemp(join(tmpdir(), 'attachments-'));

async function* chunksOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

function file(name: string, more: Partial<AttachmentStream> = {}): AttachmentStream {
  return { name, chunks: chunksOf('a,b\n', '1,2\n'), mostBytes: 1000, ...more };
}

test('a file lies whole under its name, for this account alone', async () => {
  const workspace = await newWorkspace();
  const stored = await storeAttachment(workspace, file('数据.csv'));
  expect(stored).toEqual({
    name: '数据.csv',
    path: 'attachments/数据.csv',
    bytes: 8,
    mediaType: 'text/csv',
    kind: 'file',
    isOther: false,
    isRenamed: false,
  });
  expect(await readFile(join(workspace, stored.path), 'utf8')).toBe('a,b\n1,2\n');
  expect(await readdir(join(workspace, 'attachments'))).toEqual(['数据.csv']);
});

test('many at once with one name are all kept, each under its own', async () => {
  const workspace = await newWorkspace();
  const stored = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      storeAttachment(workspace, file('a.csv', { chunks: chunksOf(String(at)) })),
    ),
  );
  const names = stored.map(({ name }) => name);
  expect(new Set(names).size).toBe(8);
  expect(names).toContain('a (8).csv');
  const contents = await Promise.all(
    stored.map(({ path }) => readFile(join(workspace, path), 'utf8')),
  );
  expect(contents).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
});

async function* brokenAfter(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  throw new TypeError('the sender is gone');
}

test.each([
  ['is longer than the limit', { mostBytes: 7 }, { code: 'request-too-large' }],
  ['is shorter than was said', { expectedBytes: 9 }, { code: 'request-invalid' }],
  ['breaks off', { chunks: brokenAfter('half') }, { message: 'the sender is gone' }],
])('a stream that %s leaves nothing', async (_, more, failure) => {
  const workspace = await newWorkspace();
  await expect(storeAttachment(workspace, file('a.csv', more))).rejects.toMatchObject(failure);
  expect(await readdir(join(workspace, 'attachments'))).toEqual([]);
});

test('an empty file is kept as one', async () => {
  const workspace = await newWorkspace();
  const stored = await storeAttachment(workspace, file('empty.csv', { chunks: chunksOf() }));
  expect(stored).toMatchObject({ bytes: 0, mediaType: 'text/csv', isOther: false });
});

test('what a process that went away left half is removed, what is on its way is not', async () => {
  const workspace = await newWorkspace();
  const folder = join(workspace, 'attachments');
  await mkdir(folder);
  for (const name of ['.upload-old.part', '.upload-new.part', 'other.part'])
    await writeFile(join(folder, name), 'half');
  const old = new Date(Date.now() - 7_200_000);
  for (const name of ['.upload-old.part', 'other.part']) await utimes(join(folder, name), old, old);
  await storeAttachment(workspace, file('a.csv'));
  expect(await readdir(folder)).toEqual(['.upload-new.part', 'a.csv', 'other.part']);
});

test('a file in the folder’s place is told, and stays', async () => {
  const workspace = await newWorkspace();
  await writeFile(join(workspace, 'attachments'), 'a skill’s');
  await expect(storeAttachment(workspace, file('a.csv'))).rejects.toMatchObject({
    name: 'AppError',
    code: 'path-refused',
  });
  expect(await readFile(join(workspace, 'attachments'), 'utf8')).toBe('a skill’s');
});

test('an old folder that is called like half an upload is in nobody’s way', async () => {
  const workspace = await newWorkspace();
  const folder = join(workspace, 'attachments', '.upload-x.part');
  await mkdir(folder, { recursive: true });
  const old = new Date(Date.now() - 7_200_000);
  await utimes(folder, old, old);
  expect(await storeAttachment(workspace, file('a.csv'))).toMatchObject({ name: 'a.csv' });
});

test('a workspace that a skill took away is told', async () => {
  const workspace = join(await newWorkspace(), 'gone');
  await expect(storeAttachment(workspace, file('a.csv'))).rejects.toMatchObject({
    name: 'AppError',
    code: 'path-refused',
  });
});

test('ART-09 nothing is written through a link in the folder’s place', async () => {
  const [workspace, outside] = [await newWorkspace(), await newWorkspace()];
  await symlink(outside, join(workspace, 'attachments'));
  await expect(storeAttachment(workspace, file('a.csv'))).rejects.toMatchObject({
    code: 'path-refused',
  });
  expect(await readdir(outside)).toEqual([]);
});

test('ART-09 a link with the file’s name is not written through', async () => {
  const [workspace, outside] = [await newWorkspace(), await newWorkspace()];
  await mkdir(join(workspace, 'attachments'));
  await writeFile(join(outside, 'victim'), 'as it was');
  await symlink(join(outside, 'victim'), join(workspace, 'attachments', 'a.csv'));
  const stored = await storeAttachment(workspace, file('a.csv'));
  expect(stored).toMatchObject({ name: 'a (2).csv', isRenamed: true });
  expect(await readFile(join(outside, 'victim'), 'utf8')).toBe('as it was');
});
