import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeEach(async () => {
  example = await startExample();
});
afterEach(() => example.end());

test('writes an entry with its count, and names the file', async () => {
  const answer = await note({ text: '完成初稿', title: '合同', date: '2026-11-30' });
  expect(answer).toEqual({
    success: true,
    filename: 'daily-note-2026-11-30.md',
    local_path: join(example.workspace, 'daily-note-2026-11-30.md'),
    media: 'file',
    added: 1,
    verified_total: 1,
    words: 4,
  });
  expect(await read('daily-note-2026-11-30.md')).toBe(
    '# 2026-11-30\n\n<!-- entry -->\n## 合同\n\n完成初稿\n\n_4 words, 1 lines_\n',
  );
});

test('ART-10 what it needs on its way is gone when the note is written', async () => {
  await note({ text: 'x', date: '2026-11-30' });
  expect(await readdir(example.workspace)).toEqual(['daily-note-2026-11-30.md']);
});

test('the same entry is written once, others are added', async () => {
  const date = '2026-11-30';
  await note({ text: 'one\n\n## not an entry', date }, 'alone');
  expect(await note({ text: 'one\n\n## not an entry', date })).toMatchObject({ added: 0 });
  expect(await note({ text: 'one', date })).toMatchObject({ added: 1, verified_total: 2 });
});

test('without text-stats the entry is written all the same, and the answer is partial', async () => {
  const answer = await note({ text: 'x', date: '2026-11-30' }, 'alone');
  expect(answer).toMatchObject({
    success: true,
    warning: expect.stringContaining('未知工具'),
    upstream: { ok: false },
    verified_total: 1,
  });
});

test('without a date it is the day of the call', async () => {
  expect(await note({ text: 'x' })).toMatchObject({ filename: 'daily-note-2026-02-03.md' });
});

test.each([
  [{ text: ' ' }, 'text'],
  [{ text: 'x', date: '2026-2-3' }, 'date'],
  [{ text: 'x', date: '../../etc' }, 'date'],
])('refuses %j', async (input, name) => {
  expect(await note(input)).toMatchObject({ success: false, need_param: name });
});

function note(input: object, who: 'alone' | 'with text-stats' = 'with text-stats') {
  return example.python('daily-note', input, who === 'alone' ? undefined : 'text-stats');
}

function read(name: string): Promise<string> {
  return readFile(join(example.workspace, name), 'utf8');
}
