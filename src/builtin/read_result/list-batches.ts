// The items of a list of a stored result, as many at a time as lie together in its file.

import type { JsonValue } from '#base/json.ts';
import type { IndexNode } from '#features/results/index.ts';
import type { Place } from './locate.ts';
import { itemsOf, nodeRuns, valueOf } from './node-runs.ts';
import type { ResultFile } from './result-file.ts';

/** An item that has more is told of, not held. */
const MOST_ITEM_BYTES = 4 * 1024 * 1024;

export interface Batch {
  /** Number of the first one in the list. */
  readonly first: number;
  readonly items: readonly JsonValue[];
  /** The only item is too large to be held, and stands as null. */
  readonly isTooLarge: boolean;
}

/**
 * From number `from` on; the first batch begins with it.
 * @yields batches in the list's order
 */
export async function* listBatches(
  file: ResultFile,
  place: Place,
  from = 0,
): AsyncGenerator<Batch> {
  if (place.kind === 'value') {
    const list: readonly JsonValue[] = Array.isArray(place.value) ? place.value : [];
    yield { first: from, items: list.slice(from), isTooLarge: false };
    return;
  }
  if (from >= place.node.count) return;
  for await (const run of nodeRuns(file, place.node, from)) {
    if (run.kind === 'node') {
      yield { first: run.first, ...(await largeItem(file, run.node)) };
      continue;
    }
    const items = itemsOf(file, run);
    const skipped = Math.max(0, from - run.part.first);
    yield {
      first: run.part.first + skipped,
      items: skipped === 0 ? items : items.slice(skipped),
      isTooLarge: false,
    };
  }
}

async function largeItem(file: ResultFile, node: IndexNode): Promise<Omit<Batch, 'first'>> {
  if (node.end - node.at > MOST_ITEM_BYTES) return { items: [null], isTooLarge: true };
  return { items: [await valueOf(file, node)], isTooLarge: false };
}
