import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplexPair, type Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFrameChannel, type FrameChannel } from './frame-channel.ts';
import type { Frame } from './frame-reader.ts';

let spillFolder = '';
let worker: Duplex;
let channel: FrameChannel;
let frames: Frame[] = [];
let brokenBy: string[] = [];

beforeEach(async () => {
  spillFolder = await mkdtemp(join(tmpdir(), 'qiao-frames-'));
  const [socket, other] = duplexPair();
  worker = other;
  frames = [];
  brokenBy = [];
  channel = createFrameChannel({
    socket,
    spillFolder,
    onFrame: (each) => frames.push(each),
    onBroken: (why) => brokenBy.push(why.en),
  });
});
afterEach(async () => {
  worker.destroy();
  await rm(spillFolder, { recursive: true, force: true });
});

function frame(kind: string, payload: string | Buffer, length?: number): Buffer {
  const body = Buffer.from(payload);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(length ?? body.length);
  header.write(kind, 4, 'latin1');
  return Buffer.concat([header, body]);
}

function result(call: number, json: string): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(call);
  return frame('R', Buffer.concat([number, Buffer.from(json)]));
}

test('reads messages and results, however the bytes are cut', async () => {
  const bytes = Buffer.concat([
    frame('M', '{"type":"ready"}'),
    result(7, '{"文":[1,null]}'),
    result(8, 'null'),
  ]);
  for (const byte of bytes) worker.write(Buffer.of(byte));
  await expect
    .poll(() => frames)
    .toEqual([
      { kind: 'message', message: { type: 'ready' } },
      { kind: 'result', call: 7, value: { 文: [1, null] } },
      { kind: 'result', call: 8, value: null },
    ]);
});

test('sends a message of any size as one frame', async () => {
  const text = '文'.repeat(3_000_000);
  channel.send({ text });
  const chunks: Buffer[] = [];
  worker.on('data', (chunk: Buffer) => chunks.push(chunk));
  const expected = Buffer.byteLength(JSON.stringify({ text }));
  await expect.poll(() => Buffer.concat(chunks).length).toBe(expected + 5);
  const whole = Buffer.concat(chunks);
  expect(whole.readUInt32BE()).toBe(expected);
  expect(whole.subarray(4, 5).toString()).toBe('M');
});

test('a result above 4 MB goes to a file as it is', async () => {
  const json = JSON.stringify('y'.repeat(9_000_000));
  worker.write(result(3, json));
  worker.write(frame('M', '{"type":"after"}'));
  await expect.poll(() => frames.length).toBe(2);
  const [spilled, after] = frames;
  if (spilled?.kind !== 'spilled') throw new TypeError('not spilled');
  expect(spilled).toMatchObject({ call: 3, bytes: json.length });
  expect(await readFile(spilled.file, 'utf8')).toBe(json);
  expect(after).toEqual({ kind: 'message', message: { type: 'after' } });
});

test('a result above 128 KB is handed over as it is, in memory of its own', async () => {
  const json = JSON.stringify({ text: '文'.repeat(50_000) });
  worker.write(Buffer.concat([result(5, json), frame('M', '{"type":"after"}')]));
  await expect.poll(() => frames.length).toBe(2);
  const [large, after] = frames;
  if (large?.kind !== 'unparsed') throw new TypeError('not handed over');
  expect(large.call).toBe(5);
  expect(Buffer.from(large.json).toString() === json).toBe(true);
  expect(large.json.buffer.byteLength).toBe(large.json.length);
  expect(after).toEqual({ kind: 'message', message: { type: 'after' } });
});

test('several large results one after the other come in order, with what stands between', async () => {
  const json = JSON.stringify('z'.repeat(5_000_000));
  const bytes = [1, 2, 3].flatMap((call) => [result(call, json), frame('M', `{"after":${call}}`)]);
  for (const piece of bytes) worker.write(piece);
  await expect.poll(() => frames.length, { timeout: 20_000 }).toBe(6);
  const seen = frames.map((each) => (each.kind === 'message' ? each.message['after'] : each.kind));
  expect(seen).toEqual(['spilled', 1, 'spilled', 2, 'spilled', 3]);
  const files = frames.flatMap((each) => (each.kind === 'spilled' ? [each.file] : []));
  for (const file of files) expect((await readFile(file)).length).toBe(json.length);
});

test('a large result that is cut off leaves no file', async () => {
  worker.write(result(3, 'y'.repeat(9_000_000)).subarray(0, 6_000_000));
  await expect.poll(() => readdir(spillFolder)).toHaveLength(1);
  worker.end();
  await expect.poll(() => readdir(spillFolder)).toEqual([]);
  expect({ frames, brokenBy }).toEqual({ frames: [], brokenBy: [] });
});

test('a large result that can’t be stored breaks the channel with the reason', async () => {
  await rm(spillFolder, { recursive: true });
  await writeFile(spillFolder, 'a file where the folder should be');
  worker.write(result(3, 'y'.repeat(9_000_000)));
  await expect.poll(() => brokenBy).toEqual([expect.stringContaining('EEXIST')]);
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

test.skipIf(!mayMount)(
  'a disk that is full in the middle of a large result breaks the channel and leaves no file (needs root)',
  async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', spillFolder]);
    try {
      for (let sent = 0; sent < 3; sent += 1)
        worker.write(result(3, 'y'.repeat(9_000_000)).subarray(sent === 0 ? 0 : 9, 3_000_000));
      await expect.poll(() => brokenBy).toEqual([expect.stringContaining('ENOSPC')]);
      await expect.poll(() => readdir(spillFolder)).toEqual([]);
      expect(frames).toEqual([]);
    } finally {
      execFileSync('umount', [spillFolder]);
    }
  },
);

test.each([
  ['an unknown kind', frame('X', '{}'), 'frame kind 88'],
  ['no JSON', frame('M', '{"type":'), 'no JSON'],
  ['a message that is no object', frame('M', '[1]'), 'no object'],
  [
    'a message that is nested too deeply',
    frame('M', `{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`),
    'nested too deeply',
  ],
  ['a message above 4 MB', frame('M', '', 5_000_000), '5000000 bytes'],
  ['a result without a value', frame('R', Buffer.alloc(4)), 'a result of 4 bytes'],
  ['a result that is no JSON', result(1, 'NaN'), 'no JSON'],
  ['a result above 1 GB', frame('R', '', 1024 ** 3 + 5), 'Write the data to a file'],
  ['garbage', Buffer.from('hello, world\n'), 'frame kind'],
])('%s breaks the channel and nothing after it is read', async (_, bytes, expected) => {
  worker.write(bytes);
  worker.write(frame('M', '{"type":"later"}'));
  await expect.poll(() => brokenBy).toEqual([expect.stringContaining(expected)]);
  expect(frames).toEqual([]);
});

test('the end of the stream is no break, and sending after it does nothing', async () => {
  worker.write(frame('M', '{"type":"last"}'));
  worker.destroy();
  await expect.poll(() => frames.length).toBeLessThanOrEqual(1);
  channel.send({ type: 'call' });
  expect(brokenBy).toEqual([]);
});
