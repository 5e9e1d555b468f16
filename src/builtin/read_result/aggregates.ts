// Counts, sums, averages, least and greatest values of rows, by groups. Pure.

import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { ParameterProblem } from '../read-parameter.ts';
import { cellOf, compareValues, numberOf } from './cells.ts';
import { MOST_COLUMN_CHARS } from './read-columns.ts';

const MOST_GROUPS = 10_000;
const NAMED = /^\s*(count|sum|avg|average|mean|min|max)\s*(?:[:(]\s*(.+?)\s*\)?\s*)?$/i;

type Measure =
  | { readonly kind: 'count'; readonly column: string | undefined }
  | { readonly kind: 'sum' | 'avg' | 'min' | 'max'; readonly column: string };

/** `count`, `sum:amount`, `{"fn": "sum", "column": "amount"}`, or a list of these; the count where there is none. */
export function readMeasures(given: JsonValue | undefined): readonly Measure[] {
  if (given === undefined) return [{ kind: 'count', column: undefined }];
  const list: readonly JsonValue[] =
    typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : [given];
  return list.map((each) => measureOf(each));
}

export function measuredColumns(measures: readonly Measure[]): readonly string[] {
  return measures.flatMap(({ column }) => column ?? []);
}

export interface Groups {
  /** Throws a `ParameterProblem` where there are too many groups. */
  add(row: JsonValue): void;
  /** The largest groups first. */
  rows(): readonly JsonObject[];
  warnings(): readonly Text[];
}

export function createGroups(by: readonly string[], measures: readonly Measure[]): Groups {
  const groups = new Map<string, { readonly of: JsonObject; rows: number; tallies: Tally[] }>();
  const skipped = new Map<string, number>();
  const groupOf = (row: JsonValue) => {
    const cells = by.map((column) => cellOf(row, column) ?? null);
    const key = keyOf(cells);
    const before = groups.get(key);
    if (before !== undefined) return before;
    if (groups.size >= MOST_GROUPS)
      throw new ParameterProblem('group_by', readResultTexts.tooManyGroups(MOST_GROUPS));
    const of = Object.fromEntries(by.map((column, at) => [column, cells[at] ?? null]));
    const group = { of, rows: 0, tallies: measures.map(newTally) };
    groups.set(key, group);
    return group;
  };
  // Without columns to group by there is one group, also of no rows.
  if (by.length === 0) groupOf(null);
  return {
    add(row) {
      const group = groupOf(row);
      group.rows += 1;
      for (const [at, measure] of measures.entries()) {
        const tally = group.tallies[at];
        if (tally === undefined || count(tally, measure, row)) continue;
        const column = measure.column ?? '';
        skipped.set(column, (skipped.get(column) ?? 0) + 1);
      }
    },
    rows: () =>
      [...groups.values()]
        .toSorted((one, other) => other.rows - one.rows)
        .map(({ of, tallies }) => {
          const found = measures.map(
            (measure, at) => [nameOf(measure), told(measure, tallies[at])] as const,
          );
          return Object.fromEntries([...Object.entries(of), ...found]);
        }),
    warnings: () => [...skipped].map(([column, rows]) => readResultTexts.skipped(column, rows)),
  };
}

/** The same for equal cells, without writing out what is plain. */
function keyOf(cells: readonly JsonValue[]): string {
  const [first = null] = cells;
  return cells.length === 1 && typeof first === 'string' ? `"${first}` : canonicalJson(cells);
}

interface Tally {
  count: number;
  sum: number;
  /** What the sum has lost to rounding. */
  lost: number;
  edge: JsonValue;
}

function newTally(): Tally {
  return { count: 0, sum: 0, lost: 0, edge: null };
}

/** False where the row's value is of another kind than what is measured. */
function count(tally: Tally, { kind, column }: Measure, row: JsonValue): boolean {
  const cell = column === undefined ? row : cellOf(row, column);
  const isThere = column === undefined || (cell !== undefined && cell !== null);
  if (!isThere) return true;
  if (kind === 'sum' || kind === 'avg') {
    const number = numberOf(cell);
    if (number === undefined) return false;
    addTo(tally, number);
  } else if (kind !== 'count' && !moveEdge(tally, kind, cell ?? null)) return false;
  tally.count += 1;
  return true;
}

/** Neumaier's: sums of money come out as they are written. */
function addTo(tally: Tally, number: number): void {
  const sum = tally.sum + number;
  tally.lost +=
    Math.abs(tally.sum) >= Math.abs(number) ? tally.sum - sum + number : number - sum + tally.sum;
  tally.sum = sum;
}

function moveEdge(tally: Tally, kind: 'min' | 'max', cell: JsonValue): boolean {
  if (typeof cell === 'object' || typeof cell === 'boolean') return false;
  if (tally.edge === null) {
    tally.edge = cell;
    return true;
  }
  const order = compareValues(cell, tally.edge);
  if (order === undefined) return false;
  if (kind === 'min' ? order < 0 : order > 0) tally.edge = cell;
  return true;
}

function told({ kind }: Measure, tally: Tally | undefined): JsonValue {
  if (tally === undefined) return null;
  const sum = tally.sum + tally.lost;
  if (kind === 'count') return tally.count;
  if (kind === 'sum') return sum;
  if (kind === 'avg') return tally.count === 0 ? null : sum / tally.count;
  return tally.edge;
}

function nameOf({ kind, column }: Measure): string {
  return column === undefined ? kind : `${kind}_${column}`;
}

function measureOf(given: JsonValue): Measure {
  const written = writtenMeasure(given);
  const [, name = '', column] = (written.length <= MOST_COLUMN_CHARS && NAMED.exec(written)) || [];
  const kind = KINDS[name.toLowerCase()];
  if (kind === 'count') return { kind, column: column === '*' ? undefined : column };
  if (kind !== undefined && column !== undefined) return { kind, column };
  const text = readResultTexts.badAggregate(JSON.stringify(given).slice(0, 100));
  throw new ParameterProblem('aggregate', text);
}

const KINDS: Readonly<Record<string, Measure['kind']>> = {
  count: 'count',
  sum: 'sum',
  avg: 'avg',
  average: 'avg',
  mean: 'avg',
  min: 'min',
  max: 'max',
};

function writtenMeasure(given: JsonValue): string {
  if (!isJsonObject(given)) return textOf(given);
  const written = `${textOf(given['fn'] ?? given['op'])}:${textOf(given['column'])}`;
  return written.replace(/:$/, '');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
