// Files of a conversation on a running server: sent, limited, given back and taken away.

import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from './run-server.ts';
import { ask, get, idOf, newPlace, upload, uploadPath, type Place } from './send-file.ts';

const environment = { QIAO_UPLOAD_MB: '1', QIAO_SESSION_UPLOAD_MB: '2' };
const MEGABYTE = 1024 * 1024;
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ environment });
}, 120_000);
afterAll(async () => {
  await server.remove();
});

const newSession = (): Promise<Place> => newPlace(server);

const filesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).toSorted() : [];

describe('an upload', () => {
  test('is stored whole, with what it is and where it lies', async () => {
    const { session, folder } = await newSession();
    const answer = await upload(server, { session, name: '%E6%95%B0%E6%8D%AE.csv' }, 'a,b\n1,2\n');
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      name: '数据.csv',
      path: 'attachments/数据.csv',
      kind: 'file',
      media_type: 'text/csv',
      bytes: 8,
      is_made: false,
      notes: [],
    });
    expect(await readFile(join(folder, '数据.csv'), 'utf8')).toBe('a,b\n1,2\n');
    const { items, limits } = await server.client.call('attachments.list', {
      params: { session_id: session },
    });
    expect(items.map(({ id }) => id)).toEqual([idOf(answer)]);
    expect(limits).toMatchObject({ most_bytes: MEGABYTE, used_bytes: 8, used_files: 1 });
  });

  test('of 0 bytes is kept, and told to be empty', async () => {
    const { session, folder } = await newSession();
    const answer = await upload(server, { session, name: 'empty.csv' }, '');
    expect(answer.json).toMatchObject({ bytes: 0, notes: [{ code: 'empty' }] });
    expect(filesIn(folder)).toEqual(['empty.csv']);
  });

  test.each([
    ['a name of 300 bytes', `${'a'.repeat(296)}.csv`, `${'a'.repeat(196)}.csv`],
    ['a name that climbs', encodeURIComponent('../../../etc/passwd'), 'passwd'],
    ['a name with control characters', encodeURIComponent('a\r\nb\u0007.txt'), 'a__b_.txt'],
    ['a name in GBK', '%B1%A8%B8%E6.txt', '报告.txt'],
  ])('with %s has a safe one', async (_, name, safe) => {
    const { session, folder } = await newSession();
    const answer = await upload(server, { session, name }, 'x');
    expect([answer.status, answer.json['name']]).toEqual([201, safe]);
    expect(filesIn(folder)).toEqual([safe]);
  });

  test('that is not what its name says is told so', async () => {
    const { session } = await newSession();
    const answer = await upload(server, { session, name: 'photo.png' }, '%PDF-1.7 …');
    expect(answer.json).toMatchObject({
      media_type: 'application/pdf',
      notes: [{ code: 'other-type' }],
    });
  });

  test('two at once with one name are two files', async () => {
    const { session, folder } = await newSession();
    const place = { session, name: 'a.txt' };
    const both = await Promise.all([upload(server, place, 'one'), upload(server, place, 'two')]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(filesIn(folder)).toEqual(['a (2).txt', 'a.txt']);
  });

  test('above the limit is refused by its length, before it is asked for', async () => {
    const { session, folder } = await newSession();
    const { outgoing, answer } = ask(server, {
      method: 'POST',
      path: uploadPath(session, 'big.bin'),
      headers: { 'Content-Length': String(2 ** 31), Expect: '100-continue' },
    });
    outgoing.flushHeaders();
    const { status, json, wasAsked } = await answer;
    expect([status, json['code'], wasAsked]).toEqual([413, 'request-too-large', false]);
    expect(json['message']).toContain('1 MB');
    expect(filesIn(folder)).toEqual([]);
  });

  test('within the limit is asked for', async () => {
    const { session } = await newSession();
    const { outgoing, answer } = ask(server, {
      method: 'POST',
      path: uploadPath(session, 'a.txt'),
      headers: { 'Content-Length': '5', Expect: '100-continue' },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.end('hello');
    expect((await answer).status).toBe(201);
  });

  test('above the limit is refused while it streams, and leaves nothing', async () => {
    const { session, folder } = await newSession();
    const { outgoing, answer } = ask(server, {
      method: 'POST',
      path: uploadPath(session, 'big.bin'),
      headers: { 'Transfer-Encoding': 'chunked' },
    });
    outgoing.on('error', () => undefined);
    for (let part = 0; part < 20; part += 1) outgoing.write(Buffer.alloc(MEGABYTE / 10));
    expect((await answer).status).toBe(413);
    outgoing.destroy();
    expect(filesIn(folder)).toEqual([]);
  });

  test('that is cancelled in the middle leaves nothing', async () => {
    const { session, folder } = await newSession();
    const { outgoing, answer } = ask(server, {
      method: 'POST',
      path: uploadPath(session, 'half.bin'),
      headers: { 'Content-Length': String(MEGABYTE) },
    });
    outgoing.write(Buffer.alloc(MEGABYTE / 2));
    await expect.poll(() => filesIn(folder)).toEqual([expect.stringMatching(/^\.upload-.*part$/)]);
    outgoing.destroy();
    await expect(answer).rejects.toThrow('socket hang up');
    await expect.poll(() => filesIn(folder)).toEqual([]);
    const { items } = await server.client.call('attachments.list', {
      params: { session_id: session },
    });
    expect(items).toEqual([]);
  });

  test('whose conversation is deleted meanwhile is refused, and leaves nothing', async () => {
    const { session, folder } = await newSession();
    const { outgoing, answer } = ask(server, {
      method: 'POST',
      path: uploadPath(session, 'late.bin'),
      headers: { 'Content-Length': String(MEGABYTE) },
    });
    outgoing.write(Buffer.alloc(MEGABYTE / 2));
    await expect.poll(() => filesIn(folder)).toHaveLength(1);
    await server.client.call('sessions.delete', { params: { session_id: session } });
    outgoing.end(Buffer.alloc(MEGABYTE / 2));
    const { status, json } = await answer;
    expect({ status, json }).toMatchObject({ status: 404, json: { code: 'not-found' } });
    expect(existsSync(folder)).toBe(false);
  });

  test('beyond what the conversation may have is refused', async () => {
    const { session, folder } = await newSession();
    for (const name of ['1.bin', '2.bin'])
      await upload(server, { session, name }, Buffer.alloc(MEGABYTE));
    const answer = await upload(server, { session, name: '3.bin' }, 'x');
    expect([answer.status, answer.json['code']]).toEqual([429, 'limit-reached']);
    expect(filesIn(folder)).toEqual(['1.bin', '2.bin']);
  });

  test('compressed on the way is refused', async () => {
    const { session } = await newSession();
    const { outgoing, answer } = ask(server, {
      method: 'POST',
      path: uploadPath(session, 'a.txt'),
      headers: { 'Content-Encoding': 'gzip', 'Content-Length': '1' },
    });
    outgoing.end('x');
    expect((await answer).status).toBe(415);
  });

  test('ART-09 goes through no link that a skill put there', async () => {
    const { session, folder } = await newSession();
    await upload(server, { session, name: 'a.txt' }, 'x');
    rmSync(folder, { recursive: true });
    symlinkSync('/var/tmp', folder);
    const answer = await upload(server, { session, name: 'through-the-link.txt' }, 'x');
    expect([answer.status, answer.json['code']]).toEqual([400, 'path-refused']);
    expect(existsSync('/var/tmp/through-the-link.txt')).toBe(false);
  });
});

async function kept(): Promise<{ readonly place: Place; readonly path: string }> {
  const place = await newSession();
  const name = encodeURIComponent('报 "告".html');
  const answer = await upload(server, { session: place.session, name }, '<b>0123456789</b>');
  return { place, path: `/api/sessions/${place.session}/attachments/${idOf(answer)}` };
}

describe('a download', () => {
  test('is for saving, and runs nothing', async () => {
    const { path } = await kept();
    const { status, headers, text } = await get(server, path);
    expect([status, text]).toEqual([200, '<b>0123456789</b>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-length': '17',
      'content-disposition': `attachment; filename="_ ___.html"; filename*=UTF-8''%E6%8A%A5%20_%E5%91%8A_.html`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
  });

  test.each([
    ['bytes=3-6', 206, '0123', 'bytes 3-6/17'],
    ['bytes=13-', 206, '</b>', 'bytes 13-16/17'],
    ['bytes=-4', 206, '</b>', 'bytes 13-16/17'],
    ['bytes=13-999', 206, '</b>', 'bytes 13-16/17'],
    ['bytes=17-', 416, '', 'bytes */17'],
    ['bytes=0-1,3-4', 200, '<b>0123456789</b>', undefined],
    ['lines=1-2', 200, '<b>0123456789</b>', undefined],
  ])('gives the range %s', async (...[range, status, text, contentRange]) => {
    const { path } = await kept();
    const answer = await get(server, path, { Range: range });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers['content-range']).toBe(contentRange);
  });

  test('is not sent again to who has it, and whole to who has another one', async () => {
    const { path } = await kept();
    const { etag = '' } = (await get(server, path)).headers;
    expect((await get(server, path, { 'If-None-Match': etag })).status).toBe(304);
    const other = { Range: 'bytes=0-1', 'If-Range': '"other"' };
    expect((await get(server, path, other)).status).toBe(200);
    expect((await get(server, path, { ...other, 'If-Range': etag })).status).toBe(206);
  });

  test('of a spreadsheet that a skill made is one, whatever its size', async () => {
    const { session } = (await kept()).place;
    const content = `PK\x03\x04${'x'.repeat(100_000)}xl/workbook.xml`;
    await upload(server, { session, name: 'big.xlsx' }, content);
    const { headers } = await get(server, `/api/sessions/${session}/files/attachments/big.xlsx`);
    expect(headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  });

  test('of whatever lies in the workspace goes by its path, and never out of it', async () => {
    const { place } = await kept();
    const files = `/api/sessions/${place.session}/files`;
    const inside = encodeURIComponent('报 _告_.html');
    expect((await get(server, `${files}/attachments/${inside}`)).status).toBe(200);
    symlinkSync('/etc/hostname', join(place.folder, 'link'));
    writeFileSync(join(server.dataFolder, 'workspaces', 'outside.txt'), 'x');
    for (const path of ['attachments/link', '..%2f..%2foutside.txt', '%2fetc%2fhostname'])
      expect((await get(server, `${files}/${path}`)).json['code']).toBe('path-refused');
    for (const path of ['attachments', 'missing.txt'])
      expect((await get(server, `${files}/${path}`)).status).toBe(404);
  });

  test('is over when the file is deleted, and the conversation takes all of them away', async () => {
    const { place, path } = await kept();
    const { outgoing, answer } = ask(server, { method: 'DELETE', path });
    outgoing.end();
    expect((await answer).status).toBe(204);
    expect((await get(server, path)).status).toBe(404);
    expect(filesIn(place.folder)).toEqual([]);
    await upload(server, { session: place.session, name: 'a.txt' }, 'x');
    await server.client.call('sessions.delete', { params: { session_id: place.session } });
    expect(existsSync(place.folder)).toBe(false);
  });
});
