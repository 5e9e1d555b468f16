import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { listenTo } from './interpreter-messages.ts';

/** All that was told of these bytes, which come in pieces of `size`. */
async function told(bytes: Buffer, size = bytes.length): Promise<readonly unknown[]> {
  const channel = new PassThrough();
  const all: unknown[] = [];
  listenTo(channel, {
    onMessage: (message) => all.push(message),
    onOutput: (stream, chunk) => all.push([stream, Buffer.from(chunk).toString()]),
    onSnapshot: (memory) => all.push(['snapshot', memory.length]),
    onBroken: () => all.push('broken'),
  });
  for (let at = 0; at < bytes.length; at += size) channel.write(bytes.subarray(at, at + size));
  channel.end();
  await once(channel, 'close');
  return all;
}

function frame(kind: string, payload: string | Buffer, length?: number): Buffer {
  const content = Buffer.from(payload);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(length ?? content.length);
  header.write(kind, 4, 'latin1');
  return Buffer.concat([header, content]);
}

const FINE = Buffer.concat([
  frame('S', Buffer.alloc(3000)),
  frame('M', '{"type":"ready","start":"cold"}'),
  frame('O', 'out'),
  frame('E', ''),
  frame('M', '{"type":"finished","outcome":{"ok":true,"result":[null]}}'),
]);

test.each([1, 7, 64, FINE.length])('takes frames apart, in pieces of %i bytes', async (size) => {
  expect(await told(FINE, size)).toEqual([
    ['snapshot', 3000],
    { type: 'ready', start: 'cold' },
    ['stdout', 'out'],
    ['stderr', ''],
    { type: 'finished', outcome: { ok: true, result: [null] } },
  ]);
});

test.each([
  ['an unknown kind', frame('X', '')],
  ['a message that is too long', frame('M', '', 9 * 1024 * 1024)],
  ['output that is too long', frame('O', '', 65 * 1024)],
  ['a memory that is too long', frame('S', '', 0xffffffff)],
  ['no JSON', frame('M', '{"type":')],
  ['another message', frame('M', '{"type":"else"}')],
  ['a result that is missing', frame('M', '{"type":"finished","outcome":{"ok":true}}')],
  ['a failure that is unknown', frame('M', '{"type":"finished","outcome":{"failure":"?"}}')],
  ['endless nesting', frame('M', '['.repeat(100_000) + ']'.repeat(100_000))],
])('DOC-07 %s is none of its messages, and nothing behind it is read', async (_, bytes) => {
  expect(await told(Buffer.concat([frame('O', 'x'), bytes, frame('O', 'y')]))).toEqual([
    ['stdout', 'x'],
    'broken',
  ]);
});
