import { expect, test } from 'vitest';
import { closeInTurn } from './close-in-turn.ts';

test('every step is taken in turn, and the first failure is told', async () => {
  const taken: string[] = [];
  const step = (name: string, error?: Error) => async () => {
    taken.push(name);
    if (error !== undefined) throw error;
  };
  const closing = closeInTurn([
    step('a', new Error('first')),
    step('b'),
    step('c', new Error('second')),
    step('d'),
  ]);
  await expect(closing).rejects.toThrow('first');
  expect(taken).toEqual(['a', 'b', 'c', 'd']);
});
