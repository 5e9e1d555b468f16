import { afterEach, beforeEach, expect, test } from 'vitest';
import { startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeEach(async () => {
  example = await startExample();
});
afterEach(() => example.end());

test.each([
  ['今天完成了 3 项任务。Two are left.', { words: 12, cjk_characters: 8, sentences: 2, lines: 1 }],
  ["It's 3.5 km\n\n\tnot far!", { words: 5, cjk_characters: 0, lines: 3, blank_lines: 1 }],
  ['カレー𠮷', { words: 4, cjk_characters: 4, characters: 4 }],
])('counts %j', async (text, data) => {
  expect(await example.python('text-stats', { text })).toMatchObject({ success: true, data });
});

test.each(['', ' \n', null, 5])('asks for a text where it gets %j', async (text) => {
  expect(await example.python('text-stats', { text })).toMatchObject({
    success: false,
    need_param: 'text',
  });
});
