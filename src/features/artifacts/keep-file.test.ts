// What is delivered stays as it was, whatever a skill does with its file meanwhile and afterwards.

import { randomBytes } from 'node:crypto';
import { open, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import { createRoom } from './index.ts';
import { collect, keepingCollector, names, workspaceWith } from './testing/collect-fixture.ts';

const WHOLE = { start: 0, end: 1e9 };

test('ART-04 what was delivered is not changed by a later run', async () => {
  const { blobs, collector } = await keepingCollector();
  const workspace = await workspaceWith({ 'a.csv': 'first' });
  const value = { ok: true, local_path: 'a.csv' };
  const first = await collect({ workspace, value }, collector);
  await writeFile(join(workspace, 'a.csv'), 'second');
  const second = await collect({ workspace, value }, collector);
  const [old, young] = [...first.files, ...second.files];
  expect([old, young]).toMatchObject([{ state: 'kept' }, { state: 'kept' }]);
  const contents = [old, young].map(async (file) =>
    file?.state === 'kept' ? text(await blobs.open(file.blob ?? '', WHOLE)) : undefined,
  );
  expect(await Promise.all(contents)).toEqual(['first', 'second']);
});

test('ART-04 a file that is still written to is waited for, and kept whole', async () => {
  const { blobs, collector } = await keepingCollector();
  const workspace = await workspaceWith({ 'a.bin': '' });
  const content = randomBytes(4_000_000);
  const file = await open(join(workspace, 'a.bin'), 'w');
  const writing = (async () => {
    for (let at = 0; at < content.length; at += 500_000) {
      await file.write(content.subarray(at, at + 500_000));
      await pause(20);
    }
    await file.close();
  })();
  const { files } = await collect(
    { workspace, value: { ok: true, local_path: 'a.bin' } },
    collector,
  );
  await writing;
  const [kept] = files;
  expect(kept).toMatchObject({ state: 'kept', bytes: content.length });
  const blob = kept?.state === 'kept' ? kept.blob : undefined;
  expect((await buffer(await blobs.open(blob ?? '', WHOLE))).equals(content)).toBe(true);
});

test('ART-04 a file that never rests is not delivered, and that is told', async () => {
  const { collector } = await keepingCollector();
  const workspace = await workspaceWith({ 'a.log.csv': 'x' });
  const path = join(workspace, 'a.log.csv');
  const over = new AbortController();
  const writing = (async () => {
    for (let bytes = 1; !over.signal.aborted; bytes += 1) {
      await truncate(path, (bytes % 1000) + 1);
      await pause(1);
    }
  })();
  const value = { ok: true, local_path: 'a.log.csv' };
  const { files, settled } = await collect({ workspace, value }, collector);
  over.abort();
  await writing;
  expect(files).toMatchObject([
    { state: 'failed', reason: { en: expect.stringContaining('still being written') } },
  ]);
  expect(settled.verdict.status).toBe('partial');
});

test('what does not fit a role’s room is refused with a clear sentence, and the rest is kept', async () => {
  const full = new AppError('limit-reached', sameText('The role is full.'));
  const taken: number[] = [];
  const room = createRoom(10, { refusal: () => full, onTaken: (bytes) => void taken.push(bytes) });
  const { collector } = await keepingCollector({ roomOf: async () => room });
  const workspace = await workspaceWith({ 'a.csv': '12345678', 'b.csv': '12345678', 'c.csv': '1' });
  const paths = ['a.csv', 'b.csv', 'c.csv'].map((local_path) => ({ local_path }));
  const { files } = await collect({ workspace, value: { ok: true, files: paths } }, collector);
  expect(names(files)).toEqual(['a.csv', 'b.csv failed', 'c.csv']);
  expect(files[1]).toMatchObject({ reason: sameText('The role is full.') });
  expect(taken).toEqual([8, 1]);
});
