// The rows of a list for which all conditions hold, and what was seen on the way there.

import type { JsonValue } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { ParameterProblem } from '../read-parameter.ts';
import { cellOf, columnsOf, ITEM_ITSELF } from './cells.ts';
import { holds, type Condition } from './conditions.ts';
import type { Batch } from './list-batches.ts';
import { kindOf } from './locate.ts';

const SAMPLED_ROWS = 1000;
const MOST_NAMED = 40;

export interface RowSearch {
  /** Of those that hold, with their numbers in the list. */
  matches(batch: Batch, onRow: (row: JsonValue, index: number) => void): void;
  /** Throws a `ParameterProblem` for a column that no row has, or whose values none could be compared. */
  finish(): readonly Text[];
}

/** `columns`: those that are named, and by which parameter. */
export function createRowSearch(
  conditions: readonly Condition[],
  columns: ReadonlyMap<string, string>,
): RowSearch {
  const unseen = new Set([...columns.keys()].filter((column) => column !== ITEM_ITSELF));
  const there = new Set<string>();
  const uncompared = new Map<Condition, { rows: number; kind: string }>();
  const compared = new Set<Condition>();
  let rows = 0;

  const look = (row: JsonValue) => {
    rows += 1;
    for (const column of unseen) if (cellOf(row, column) !== undefined) unseen.delete(column);
    if (rows <= SAMPLED_ROWS && there.size < MOST_NAMED)
      for (const column of columnsOf(row)) there.add(column);
  };
  const isMatch = (row: JsonValue): boolean => {
    for (const condition of conditions) {
      const does = holds(condition, row);
      if (does === undefined) {
        const seen = uncompared.get(condition);
        const value = cellOf(row, condition.column) ?? null;
        uncompared.set(condition, {
          rows: (seen?.rows ?? 0) + 1,
          kind: seen?.kind ?? kindOf({ kind: 'value', value }),
        });
        return false;
      }
      if (cellOf(row, condition.column) !== undefined) compared.add(condition);
      if (!does) return false;
    }
    return true;
  };

  return {
    matches({ items, first }, onRow) {
      for (const [at, row] of items.entries()) {
        if (unseen.size > 0 || rows < SAMPLED_ROWS) look(row);
        else rows += 1;
        if (isMatch(row)) onRow(row, first + at);
      }
    },
    finish() {
      const [missing] = unseen;
      if (missing !== undefined && rows > 0) {
        const text = readResultTexts.noColumn(missing, [...there].slice(0, MOST_NAMED));
        throw new ParameterProblem(columns.get(missing) ?? 'where', text);
      }
      for (const [condition, { kind }] of uncompared) {
        if (compared.has(condition)) continue;
        const { column, value } = condition;
        const given = JSON.stringify(value).slice(0, 80);
        throw new ParameterProblem('where', readResultTexts.notComparable(column, kind, given));
      }
      return [...uncompared].map(([{ column }, seen]) =>
        readResultTexts.skipped(column, seen.rows),
      );
    },
  };
}
