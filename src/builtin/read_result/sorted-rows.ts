// The first so many rows in an order, without holding more than those.

import type { JsonValue } from '#base/json.ts';
import { cellOf, compareValues } from './cells.ts';
import type { SortColumn } from './read-columns.ts';

export interface SortedRows {
  add(row: JsonValue, index: number): void;
  /** Numbers of rows in the list, in order; `most` of them. */
  indexes(): readonly number[];
}

interface Keyed {
  readonly index: number;
  readonly cells: readonly (JsonValue | undefined)[];
}

/** Longer texts are ordered by as much of their beginning. */
const KEY_CHARS = 500;

/** Rows without a value come last, whatever the order; equal ones stay as they are in the list. */
export function createSortedRows(sort: readonly SortColumn[], most: number): SortedRows {
  let kept: Keyed[] = [];
  const prune = () => {
    kept = kept.toSorted((one, other) => order(sort, one, other)).slice(0, most);
  };
  return {
    add(row, index) {
      kept.push({ index, cells: sort.map(({ column }) => keyOf(cellOf(row, column))) });
      // Sorted once in a while, not for each row.
      if (kept.length >= 2 * most + 1000) prune();
    },
    indexes() {
      prune();
      return kept.map(({ index }) => index);
    },
  };
}

function keyOf(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && value.length > KEY_CHARS ? value.slice(0, KEY_CHARS) : value;
}

function order(sort: readonly SortColumn[], one: Keyed, other: Keyed): number {
  for (const [at, { isDescending }] of sort.entries()) {
    const [a, b] = [one.cells[at] ?? null, other.cells[at] ?? null];
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
      continue;
    }
    const compared = compareValues(a, b) ?? compareKinds(a, b);
    if (compared !== 0) return isDescending ? -compared : compared;
  }
  return one.index - other.index;
}

/** Numbers before texts, texts before anything else. */
function compareKinds(one: JsonValue, other: JsonValue): number {
  return rankOf(one) - rankOf(other);
}

function rankOf(value: JsonValue): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}
