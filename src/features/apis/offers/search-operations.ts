// Finds the operations that somebody means among many: by the words of their names, paths and summaries.

import type { OperationSummary } from '../library/api-book.ts';

export interface FoundOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

const CHUNK = 2000;

/** The best first; none where no word fits. Lets others have their turn between thousands. */
export async function searchOperations(
  operations: readonly OperationSummary[],
  query: string,
  limit: number,
): Promise<readonly FoundOperation[]> {
  const words = [...new Set(wordsOf(query))];
  if (words.length === 0) return [];
  const scored: { readonly operation: OperationSummary; readonly hits: readonly number[] }[] = [];
  for (let at = 0; at < operations.length; at += CHUNK) {
    for (const operation of operations.slice(at, at + CHUNK)) {
      const hits = hitsOf(operation, words);
      if (hits.some((hit) => hit > 0)) scored.push({ operation, hits });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const weights = words.map((_, word) => {
    const holders = scored.filter(({ hits }) => (hits[word] ?? 0) > 0).length;
    return Math.log(1 + operations.length / (holders + 0.5));
  });
  return scored
    .map(({ operation, hits }) => ({ operation, score: scoreOf(operation, hits, weights) }))
    .toSorted((a, b) => b.score - a.score || (a.operation.name < b.operation.name ? -1 : 1))
    .slice(0, limit)
    .map(({ operation: { name, method, path, summary } }) => ({ name, method, path, summary }));
}

/** A rare word tells more than a frequent one; of two that fit alike the plainer operation is meant. */
function scoreOf(
  { name, path }: OperationSummary,
  hits: readonly number[],
  weights: readonly number[],
): number {
  const sum = hits.reduce((total, hit, word) => total + hit * (weights[word] ?? 0), 0);
  return sum / (1 + (path.length + name.length) / 400);
}

/** For each word: 3 where it is one of the name's, 2 of the path's, 1.5 of the summary's, less for a part of a word. */
function hitsOf(
  { name, method, path, summary }: OperationSummary,
  words: readonly string[],
): readonly number[] {
  const [names, paths, told] = [wordsOf(name), wordsOf(`${method} ${path}`), wordsOf(summary)];
  const whole = `${name} ${path} ${summary}`.toLowerCase();
  return words.map((word) => {
    const exact =
      (names.includes(word) ? 3 : 0) +
      (paths.includes(word) ? 2 : 0) +
      (told.includes(word) ? 1.5 : 0);
    return exact > 0 ? exact : whole.includes(word) ? 0.7 : 0;
  });
}

/** `getPetById` is four words, and so are those of Chinese text taken by two characters. */
function wordsOf(text: string): readonly string[] {
  const split = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return split.flatMap((word) => (/\p{Script=Han}/u.test(word) ? pairsOf(word) : wordForms(word)));
}

function pairsOf(word: string): readonly string[] {
  if (word.length < 3) return [word];
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/** Operations are named in the plural and asked for in the singular. */
function wordForms(word: string): readonly string[] {
  if (word === '' || STOP_WORDS.has(word)) return [];
  return [word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word];
}

const STOP_WORDS = new Set([
  'a',
  'an',
  'the',
  'of',
  'to',
  'for',
  'by',
  'in',
  'and',
  'or',
  'with',
  'all',
  'me',
  'my',
]);
