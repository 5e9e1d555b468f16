import { expect, test } from 'vitest';
import { toolNames } from './tool-names.ts';

test('a name that providers accept stays as it is', () => {
  expect([...toolNames(['text-stats', 'A_1'])]).toEqual([
    ['text-stats', 'text-stats'],
    ['A_1', 'A_1'],
  ]);
});

test.each(['天气', '天气查询', 'with space', 'dots.in.it', 'x'.repeat(90), 'émile'])(
  'makes an accepted name for %s, the same each time, and finds the way back',
  (skill) => {
    const [[tool, back] = ['', '']] = [...toolNames([skill])];
    expect(tool).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(back).toBe(skill);
    expect([...toolNames([skill]).keys()]).toEqual([tool]);
  },
);

test('names that look alike stay apart', () => {
  expect(toolNames(['天气', '地图', 'a b', 'a.b']).size).toBe(4);
});
