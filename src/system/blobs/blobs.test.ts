// Both stores of contents keep the same promises: a directory, and a real S3 server.

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BlobContent, BlobStore } from './blob-store.ts';
import { createFolderBlobs } from './folder-blobs.ts';
import { readS3Place } from './s3-place.ts';
import { startTestS3 } from './testing/s3-server.ts';

const s3 = await startTestS3();
afterAll(() => s3.close());
const root = await mkdtemp(join(tmpdir(), 'blobs-'));

const content = (...chunks: readonly (string | Buffer)[]): BlobContent => ({
  async *read() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  },
});
const keyOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function readAll(
  store: BlobStore,
  key: string,
  range: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync<Buffer>(await store.open(key, range)));
}

describe.each([
  ['a directory', createFolderBlobs(root)],
  ['S3', s3.open()],
])('ART-04 %s', (_, store) => {
  test('keeps a content under its hash, once, and gives any part of it', async () => {
    await store.check();
    const stored = await store.put(content('hello ', 'world'));
    expect(stored).toEqual({ key: keyOf('hello world'), bytes: 11 });
    expect(await store.put(content('hello world'))).toEqual(stored);
    expect(String(await readAll(store, stored.key, { start: 0, end: 11 }))).toBe('hello world');
    expect(String(await readAll(store, stored.key, { start: 6, end: 8 }))).toBe('wo');
    expect(String(await readAll(store, stored.key, { start: 3, end: 3 }))).toBe('');
    const keys = await Array.fromAsync(store.list(), ({ key }) => key);
    expect(keys).toEqual([stored.key]);
    await store.remove(stored.key);
    await store.remove(stored.key);
    await expect(store.open(stored.key, { start: 0, end: 1 })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await Array.fromAsync(store.list())).toEqual([]);
  });

  test('keeps nothing, and what is larger than one part', async () => {
    expect(await store.put(content())).toEqual({ key: keyOf(''), bytes: 0 });
    const large = randomBytes(20 * 1024 * 1024);
    const chunks = Array.from({ length: 20 }, (__, at) => large.subarray(at << 20, (at + 1) << 20));
    const stored = await store.put(content(...chunks));
    expect(stored).toEqual({ key: keyOf(large), bytes: large.length });
    const middle = await readAll(store, stored.key, { start: 9_000_000, end: 17_000_001 });
    expect(middle.equals(large.subarray(9_000_000, 17_000_001))).toBe(true);
  });

  test('a content that breaks off is not kept', async () => {
    const broken: BlobContent = {
      async *read() {
        yield Buffer.from('half');
        throw new RangeError('broke off');
      },
    };
    await expect(store.put(broken)).rejects.toThrow('broke off');
    await expect(store.open(keyOf('half'), { start: 0, end: 1 })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('a key that is none reaches nothing', async () => {
    for (const key of ['', '../x', keyOf('x').toUpperCase(), `${keyOf('x')}/..`])
      await expect(store.open(key, { start: 0, end: 1 })).rejects.toMatchObject({
        code: 'not-found',
      });
  });

  test('when a content was put is known, also where it is put again', async () => {
    const { key } = await store.put(content('again'));
    const putAt = (await Array.fromAsync(store.list())).find((blob) => blob.key === key)?.putAt;
    expect(Date.now() - (putAt?.getTime() ?? 0)).toBeLessThan(60_000);
  });
});

test('ART-04 S3: a content that changes while it is sent is refused, in one part and in several', async () => {
  for (const bytes of [10, 9 * 1024 * 1024]) {
    let times = 0;
    const changing: BlobContent = {
      async *read() {
        times += 1;
        yield Buffer.alloc(bytes, times);
      },
    };
    await expect(s3.open().put(changing)).rejects.toMatchObject({ code: 'conflict' });
  }
});

/** Nobody listens there just now. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('S3 that is set up wrongly, or not there, is told by name', async () => {
  await expect(s3.open({ accessKey: 'wrong' }).check()).rejects.toMatchObject({
    code: 'settings-invalid',
    text: { en: expect.stringMatching(/"files" at 127\.0\.0\.1:\d+ .*HTTP 403.*QIAO_BLOBS_SECRET_KEY/) }, // prettier-ignore
  });
  const elsewhere = s3.address.replace('//files', '//nowhere');
  await expect(s3.open({ address: elsewhere }).check()).rejects.toMatchObject({
    code: 'settings-invalid',
    text: { en: expect.stringContaining('HTTP 404') },
  });
  const gone = s3.open({ address: `s3://files?endpoint=http://127.0.0.1:${await closedPort()}` });
  await expect(gone.put(content('x'))).rejects.toMatchObject({
    code: 'server-unreachable',
    text: { en: expect.stringContaining('ECONNREFUSED') },
  });
});

test('what a crash left half written goes when the directory is listed', async () => {
  const store = createFolderBlobs(root);
  await store.put(content('x'));
  const [old, young] = [join(root, 'parts', 'old'), join(root, 'parts', 'young')];
  for (const part of [old, young]) await writeFile(part, 'half');
  await utimes(old, new Date(0), new Date(0));
  await Array.fromAsync(store.list());
  expect(await readdir(join(root, 'parts'))).toEqual(['young']);
});

test.each([
  ['s3://bucket', '', 'https://s3.us-east-1.amazonaws.com/bucket', 'us-east-1'],
  [
    's3://b.k-1/a/b/?region=eu-west-1',
    'a/b/',
    'https://s3.eu-west-1.amazonaws.com/b.k-1',
    'eu-west-1',
  ],
  [
    's3://bucket/x?endpoint=http://minio:9000/&region=auto',
    'x/',
    'http://minio:9000/bucket',
    'auto',
  ],
])('%s is read', (...[text, prefix, endpoint, region]) => {
  expect(readS3Place(text)).toMatchObject({ prefix, endpoint, region });
});

test.each([
  'bucket',
  'https://bucket',
  's3://',
  's3://Bad_Name',
  's3://bucket?endpoint=ftp://x',
  's3://bucket?endpoint=minio:9000',
  's3://bucket?endpoint=http://user:secret@minio',
  's3://bucket?regoin=x',
  's3://bucket#x',
])('%s is none', (text) => {
  expect(readS3Place(text)).toBeUndefined();
});
