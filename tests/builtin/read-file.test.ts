// `read_file` on real files.

import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { createReadFile } from '#builtin/read_file/handler.ts';
import type { TrustedHost } from '#features/runtimes/index.ts';
import { trustedHost } from './trusted-host.ts';

const execute = createReadFile();
let host: TrustedHost;
beforeEach(async () => {
  host = await trustedHost();
});

async function read(content: string | Uint8Array, input: JsonObject = {}) {
  await writeFile(join(host.workspace, 'f.txt'), content);
  return execute({ path: 'f.txt', ...input }, host);
}

test.each([
  [{}, { text: 'a\nb\n\nc', first: 1, last: 4, next_offset: null, total_lines: 4 }],
  [{ limit: 2 }, { text: 'a\nb', last: 2, next_offset: 3, total_lines: 4 }],
  [
    { offset: 3, limit: 1 },
    { text: '', first: 3, last: 3, next_offset: 4 },
  ],
  [
    { offset: 4, limit: 1 },
    { text: 'c', last: 4, next_offset: null },
  ],
  [
    { unit: 'characters', limit: 3 },
    { text: 'a\r\n', last: 3, next_offset: 4 },
  ],
  [
    { unit: 'characters', offset: 8 },
    { text: 'c', next_offset: null, total_characters: 8 },
  ],
])('%j reads a page and says where to read on', async (input, data) => {
  expect(await read('a\r\nb\r\n\nc', input)).toMatchObject({ success: true, data });
});

test.each([
  ['utf-8', Buffer.from('\uFEFF中文\nx')],
  ['utf-8', Buffer.from('中文\nx')],
  ['utf-16le', Buffer.from('\uFEFF中文\nx', 'utf16le')],
  ['utf-16be', Buffer.from('\uFEFF中文\nx', 'utf16le').swap16()],
  ['gb18030', Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0a, 0x78])],
])('reads %s without being told', async (encoding, content) => {
  expect(await read(content)).toMatchObject({ data: { encoding, text: '中文\nx' } });
});

test('UTF-16 without a mark is known by its zeros, and another encoding by its name', async () => {
  expect(await read(Buffer.from('plain words here', 'utf16le'))).toMatchObject({
    data: { encoding: 'utf-16le', text: 'plain words here' },
  });
  const big5 = Buffer.from([0xa4, 0xa4, 0xa4, 0xe5]);
  expect(await read(big5, { encoding: 'Big5' })).toMatchObject({ data: { text: '中文' } });
});

test('ENV-11 characters that could not be decoded are told', async () => {
  const content = Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.from([0xff, 0xff])]);
  expect(await read(content, { unit: 'characters', offset: 69_990 })).toMatchObject({
    success: true,
    warning: expect.stringContaining('could not be decoded as utf-8'),
  });
});

test('a character of two units is never split', async () => {
  const page = await read('a😀b', { unit: 'characters', limit: 2 });
  expect(page).toMatchObject({ data: { text: 'a', next_offset: 2 } });
  expect(await read('a😀b', { unit: 'characters', offset: 2, limit: 2 })).toMatchObject({
    data: { text: '😀', next_offset: 4 },
  });
});

test('a page ends before the line that it has no room for', async () => {
  const line = 'x'.repeat(4000);
  expect(await read(`${line}\n${line}\n${line}\n`)).toMatchObject({
    data: { last: 2, next_offset: 3, total_lines: 3 },
  });
});

test('a line longer than a page is cut, and says how to read on in it', async () => {
  const answer = await read(`first\n${'y'.repeat(25_000)}\nlast`, { offset: 2 });
  expect(answer).toMatchObject({
    success: true,
    warning: expect.stringContaining('offset=10007'),
    data: { text: 'y'.repeat(10_000), next_offset: 3 },
  });
  const more = { unit: 'characters', offset: 10_007, limit: 20_000 };
  expect(await execute({ path: 'f.txt', ...more }, host)).toMatchObject({
    data: { text: `${'y'.repeat(15_000)}\nlast` },
  });
});

test('a file of 100 MB is read at both ends in little memory', async () => {
  const path = join(host.workspace, 'huge.txt');
  await writeFile(path, 'first\nsecond\n');
  execFileSync('sh', [
    '-c',
    `yes 0123456789012345678901234567890123456789 | head -c 100000000 >> ${path}`,
  ]);
  await truncate(path, 100_000_013);
  const before = process.memoryUsage().rss;
  expect(await execute({ path: 'huge.txt', limit: 1 }, host)).toMatchObject({
    data: { text: 'first', next_offset: 2 },
  });
  const late = await execute({ path: 'huge.txt', offset: 2_000_000, limit: 2 }, host);
  expect(late).toMatchObject({ data: { first: 2_000_000, last: 2_000_001 } });
  await rm(path);
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
});

test('a stop ends a long reading', async () => {
  const controller = new AbortController();
  await writeFile(join(host.workspace, 'f.txt'), 'x\n'.repeat(1_000_000));
  controller.abort(new Error('stop'));
  await expect(execute({ path: 'f.txt' }, { ...host, signal: controller.signal })).rejects.toThrow(
    'stop',
  );
});

test('an empty file has no lines', async () => {
  expect(await read('')).toMatchObject({
    success: true,
    data: { text: '', total_lines: 0, next_offset: null },
  });
});

test('a directory is listed, without what is hidden', async () => {
  await mkdir(join(host.workspace, 'sub'));
  await mkdir(join(host.workspace, '.skills'));
  await writeFile(join(host.workspace, 'b.txt'), '12');
  expect(await execute({ path: '.' }, host)).toMatchObject({
    success: true,
    data: {
      total: 2,
      entries: [
        { name: 'b.txt', kind: 'file', bytes: 2 },
        { name: 'sub', kind: 'directory', bytes: null },
      ],
    },
  });
});

test('an absolute path below the workspace means the same file, and an offloaded result is read', async () => {
  await mkdir(join(host.workspace, '.toolout'));
  const path = join(host.workspace, '.toolout/toolout_a_1.json');
  await writeFile(path, '{"a":1}');
  expect(await execute({ local_path: path }, host)).toMatchObject({
    action_note: 'local_path → path',
    data: { path: '.toolout/toolout_a_1.json', text: '{"a":1}' },
  });
});

test.each([
  '/etc/hostname',
  '../secret',
  'sub/../../secret',
  'link.txt',
  'linked/hostname',
  'C:\\x',
  'a\0b',
])('ART-09 refuses %j: it leaves the workspace', async (path) => {
  await symlink('/etc/hostname', join(host.workspace, 'link.txt'));
  await symlink('/etc', join(host.workspace, 'linked'));
  expect(await execute({ path }, host)).toMatchObject({
    success: false,
    need_param: 'path',
    error: expect.stringContaining('outside the workspace'),
  });
});

test('a directory that a link leads to outside is not listed', async () => {
  await symlink('/etc', join(host.workspace, 'linked'));
  expect(await execute({ path: 'linked' }, host)).toMatchObject({ success: false });
});

test('ART-09 of what a link leads to nothing is told in a list', async () => {
  await symlink('/etc/hostname', join(host.workspace, 'a'));
  await symlink('/etc', join(host.workspace, 'b'));
  expect(await execute({ path: '.' }, host)).toMatchObject({
    data: {
      entries: [
        { name: 'a', kind: 'link', bytes: null },
        { name: 'b', kind: 'link', bytes: null },
      ],
    },
  });
});

test('ART-09 with a link in the workspace’s place, what lies behind it is neither listed nor named', async () => {
  const victim = await trustedHost();
  await writeFile(join(victim.workspace, 'secret.txt'), 'x');
  const workspace = join(host.workspace, 'link');
  await symlink(victim.workspace, workspace);
  for (const path of ['.', 'absent.txt']) {
    const answer = await execute({ path }, { ...host, workspace });
    expect(answer).toMatchObject({ success: false, need_param: 'path' });
    expect(JSON.stringify(answer)).not.toContain('secret');
  }
});

test.each([
  ['PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'image/png'],
  ['PDF', Buffer.from('%PDF-1.7\n%text only\n'), 'application/pdf'],
  ['bytes', Buffer.from([0, 1, 2, 3, 0, 5, 6, 7]), 'application/octet-stream'],
])('%s is told to be no text', async (_, content, mediaType) => {
  await writeFile(join(host.workspace, 'f'), content);
  expect(await execute({ path: 'f' }, host)).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: 'path',
    media_type: mediaType,
    error: expect.stringContaining(`${content.length} bytes`),
  });
});

test.each([
  [{}, 'path'],
  [{ path: 'absent.txt' }, 'path'],
  [{ path: 'f.txt', offset: 9 }, 'offset'],
  [{ path: 'f.txt', unit: 'characters', offset: 90 }, 'offset'],
  [{ path: 'f.txt', limit: 0 }, 'limit'],
  [{ path: 'f.txt', unit: 'words' }, 'unit'],
  [{ path: 'f.txt', encoding: 'klingon' }, 'encoding'],
])('%j names the parameter to correct', async (input, name) => {
  await writeFile(join(host.workspace, 'f.txt'), 'a\nb');
  expect(await execute(input, host)).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: name,
  });
});

test('what is there is named where a file is not', async () => {
  await writeFile(join(host.workspace, 'orders.csv'), 'a');
  const answer = await execute({ path: 'order.csv' }, { ...host, language: 'zh' });
  expect(answer).toMatchObject({ error: expect.stringMatching(/没有「order\.csv」.*orders\.csv/) });
});
