// Finds the operations that somebody means among many: by the words of their names, paths and summaries.

import { rank } from '#base/bm25.ts';
import { wordsOf } from '#base/words.ts';
import type { OperationSummary } from '../library/api-book.ts';

/** Operations that are looked at before others have their turn. */
const CHUNK = 500;
/** A word of the name tells more than one of the summary. */
const NAME_WEIGHT = 2;

/** Words of each list of operations: cutting thousands of texts takes longer than comparing their words. */
const known = new WeakMap<readonly OperationSummary[], Promise<readonly (readonly string[])[]>>();

/** The best first; none where no word fits. */
export async function searchOperations(
  operations: readonly OperationSummary[],
  query: string,
  limit: number,
): Promise<readonly OperationSummary[]> {
  const asked = wordsOf(query);
  const words = known.get(operations) ?? wordsOfAll(operations);
  known.set(operations, words);
  const wanted = new Set(asked);
  const all = await words;
  const fitting = operations
    .map((operation, at) => ({ operation, own: all[at] ?? [] }))
    .filter(({ own }) => own.some((word) => wanted.has(word)));
  const ranked = rank(
    asked,
    fitting.map(({ own }) => own),
  );
  return ranked.slice(0, limit).flatMap(({ index }) => fitting[index]?.operation ?? []);
}

async function wordsOfAll(
  operations: readonly OperationSummary[],
): Promise<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = [];
  for (let at = 0; at < operations.length; at += CHUNK) {
    all.push(...operations.slice(at, at + CHUNK).map(wordsOfOne));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return all;
}

function wordsOfOne({ name, method, path, summary }: OperationSummary): readonly string[] {
  const names = wordsOf(name);
  return [
    ...Array.from({ length: NAME_WEIGHT }, () => names).flat(),
    ...wordsOf(`${method} ${path.replaceAll('/', ' ')} ${summary}`),
  ];
}
