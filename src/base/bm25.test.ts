import { expect, test } from 'vitest';
import { rank } from './bm25.ts';

const documents = [
  ['weather', 'city', 'forecast'],
  ['mail', 'send', 'city'],
  ['weather', 'weather', 'history', 'archive', 'year', 'station', 'city'],
];

test('ranks rare words above words that every document has', () => {
  expect(rank(['city', 'mail'], documents)[0]?.index).toBe(1);
});

test('ranks a short document above a long one with the same word as often', () => {
  const [first] = rank(
    ['weather'],
    [documents[0] ?? [], ['weather', ...'a b c d e f g h i j'.split(' ')]],
  );
  expect(first?.index).toBe(0);
});

test('leaves out documents without a word in common, and keeps the order of equal ones', () => {
  expect(rank(['forecast'], documents).map(({ index }) => index)).toEqual([0]);
  expect(rank(['x'], [['x'], ['x']]).map(({ index }) => index)).toEqual([0, 1]);
  expect(rank([], documents)).toEqual([]);
  expect(rank(['x'], [])).toEqual([]);
});

test('says how much of the question a document has words for', () => {
  const [first] = rank(['forecast', 'nobody', 'knows'], documents);
  expect(first?.coverage).toBeGreaterThan(0.2);
  expect(first?.coverage).toBeLessThan(0.4);
  expect(rank(['mail'], documents)[0]?.coverage).toBe(1);
});

test('a score means about the same for one document as for fifty', () => {
  expect(scoreAmong(50) / scoreAmong(1)).toBeLessThan(2);
});

/** Of the one document that has the word, among so many. */
function scoreAmong(count: number): number {
  const others = Array.from({ length: count - 1 }, (_, index) => [`other${index}`]);
  return rank(['weather'], [['weather'], ...others])[0]?.score ?? 0;
}
