// Rows of a list: those for which conditions hold, in an order, with some columns; or sums of them.

import type { JsonObject, JsonValue } from '#base/json.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { ParameterProblem, type Parameters } from '../read-parameter.ts';
import { createGroups, measuredColumns, readMeasures } from './aggregates.ts';
import { nextOffset, type AskedPage, type ReadPage } from './asked-page.ts';
import { cellOf } from './cells.ts';
import { readConditions, type Condition } from './conditions.ts';
import { readKeyPath } from './key-path.ts';
import { listBatches, type Batch } from './list-batches.ts';
import { countOf, kindOf, locate, type Located, type Place } from './locate.ts';
import { longLists } from './long-lists.ts';
import { createRowSearch } from './matching-rows.ts';
import { createPage } from './page.ts';
import { readColumns, readSort, type SortColumn } from './read-columns.ts';
import { bounds } from './read-value.ts';
import { createSortedRows } from './sorted-rows.ts';

/** Sorted rows are held by their keys; more are never read in order. */
const MOST_SORTED = 20_000;
/** No page has room for more of them. */
const MOST_SORTED_PAGE = 1000;

export interface RowsQuery {
  readonly where: readonly Condition[];
  readonly select: readonly string[];
  readonly sort: readonly SortColumn[];
  readonly groupBy: readonly string[];
  /** Undefined where rows are wanted, not sums of them. */
  readonly aggregate: JsonValue | undefined;
}

/** Undefined where nothing of it was asked. */
export function readRowsQuery(parameters: Parameters): RowsQuery | undefined {
  const aggregate = parameters.value('aggregate', ['aggregates', '汇总']);
  const query = {
    where: readConditions(parameters.value('where', ['filter', '条件'])),
    select: readColumns('select', parameters.value('select', ['columns', '列'])),
    sort: readSort(parameters.value('sort', ['order_by', '排序'])),
    groupBy: readColumns('group_by', parameters.value('group_by', ['分组'])),
    aggregate,
  };
  const parts = [query.where, query.select, query.sort, query.groupBy];
  return aggregate !== undefined || parts.some(({ length }) => length > 0) ? query : undefined;
}

export async function readRows(
  asked: AskedPage,
  key: string | undefined,
  query: RowsQuery,
): Promise<ReadPage> {
  const located = await listAt(asked, key);
  const isSummed = query.aggregate !== undefined || query.groupBy.length > 0;
  return isSummed ? groups(asked, located, query) : rows(asked, located, query);
}

/** The list that is meant, or the only long one there is. */
async function listAt({ file, root }: AskedPage, key: string | undefined): Promise<Located> {
  const lists = longLists(root);
  const only = lists.length === 1 ? lists[0] : undefined;
  const meant = key ?? only;
  if (meant === undefined) throw new ParameterProblem('key', readResultTexts.whichList(lists));
  const located = await locate(file, root, readKeyPath(meant));
  const kind = kindOf(located.place);
  if (kind !== 'list')
    throw new ParameterProblem('key', readResultTexts.notList(meant, kind, lists));
  if (located.rest.length > 0)
    throw new ParameterProblem('key', readResultTexts.rowsOfItems(located.key));
  return located;
}

async function rows(asked: AskedPage, located: Located, query: RowsQuery): Promise<ReadPage> {
  const { place, key } = located;
  const { file, offset } = asked;
  const search = createRowSearch(query.where, columnsOf(query));
  const isSorted = query.sort.length > 0;
  const limit = isSorted ? Math.min(asked.limit, MOST_SORTED_PAGE) : asked.limit;
  if (isSorted && offset + limit > MOST_SORTED)
    throw new ParameterProblem('offset', readResultTexts.tooDeepPage(MOST_SORTED));
  const sorted = isSorted ? createSortedRows(query.sort, offset + limit) : undefined;
  const page = createPage(asked.room);
  let matched = 0;
  let isFull = false;
  const show = (row: JsonValue) => {
    isFull ||= page.items.length >= limit || !page.add(selected(row, query.select));
  };
  const counts = await eachBatch(file, located, (batch) =>
    search.matches(batch, (row, index) => {
      matched += 1;
      if (sorted !== undefined) sorted.add(row, index);
      else if (matched > offset && !isFull) show(row);
    }),
  );
  const warnings = search.finish();
  for (const index of sorted?.indexes().slice(offset) ?? []) {
    if (isFull) break;
    show(await itemAt(asked, place, index));
  }
  const data: JsonObject = {
    key,
    rows: page.items,
    matched,
    of: counts.rows,
    next_offset: nextOffset(asked, { given: page.items.length, total: matched }),
    ...(counts.tooLarge > 0 && { not_looked_at: counts.tooLarge }),
  };
  const cut = page.isCut ? [readResultTexts.itemCut(`${key}[…]`)] : [];
  return { data, warnings: [...warnings, ...cut] };
}

async function groups(asked: AskedPage, located: Located, query: RowsQuery): Promise<ReadPage> {
  const measures = readMeasures(query.aggregate);
  const named = [
    ...columnsOf(query),
    ...query.groupBy.map((column) => [column, 'group_by'] as const),
    ...measuredColumns(measures).map((column) => [column, 'aggregate'] as const),
  ];
  const search = createRowSearch(query.where, new Map(named));
  const found = createGroups(query.groupBy, measures);
  let matched = 0;
  const counts = await eachBatch(asked.file, located, (batch) =>
    search.matches(batch, (row) => {
      matched += 1;
      found.add(row);
    }),
  );
  const warnings = [...search.finish(), ...found.warnings()];
  const all = sortedGroups(found.rows(), query);
  const page = createPage(asked.room);
  for (const row of all.slice(asked.offset, asked.offset + asked.limit)) if (!page.add(row)) break;
  return {
    data: {
      key: located.key,
      groups: page.items,
      total_groups: all.length,
      matched,
      of: counts.rows,
      next_offset: nextOffset(asked, { given: page.items.length, total: all.length }),
      ...(counts.tooLarge > 0 && { not_looked_at: counts.tooLarge }),
    },
    warnings,
  };
}

/** By a column of the groups, `sum_amount` too. */
function sortedGroups(found: readonly JsonObject[], { sort }: RowsQuery): readonly JsonObject[] {
  if (sort.length === 0) return found;
  const sorted = createSortedRows(sort, found.length);
  for (const [index, group] of found.entries()) sorted.add(group, index);
  return sorted.indexes().map((index) => found[index] ?? {});
}

/** Of the items that a range means, or of all. */
async function eachBatch(
  file: AskedPage['file'],
  { place, range }: Located,
  look: (batch: Batch) => void,
): Promise<{ readonly rows: number; readonly tooLarge: number }> {
  const [from, to] = bounds(range, countOf(place));
  let tooLarge = 0;
  let rowsSeen = 0;
  for await (const batch of listBatches(file, place, from)) {
    const items = batch.items.slice(0, Math.max(0, to - batch.first));
    rowsSeen += items.length;
    if (items.length === 0) break;
    if (batch.isTooLarge) tooLarge += 1;
    else look({ ...batch, items });
  }
  return { rows: rowsSeen, tooLarge };
}

async function itemAt({ file }: AskedPage, place: Place, index: number): Promise<JsonValue> {
  for await (const { items } of listBatches(file, place, index)) return items[0] ?? null;
  return null;
}

function selected(row: JsonValue, select: readonly string[]): JsonValue {
  if (select.length === 0) return row;
  return Object.fromEntries(select.map((column) => [column, cellOf(row, column) ?? null]));
}

/** Those that must be there, and by which parameter they were named. Groups are sorted by columns of their own. */
function columnsOf(query: RowsQuery): ReadonlyMap<string, string> {
  const isSummed = query.aggregate !== undefined || query.groupBy.length > 0;
  return new Map([
    ...(isSummed ? [] : query.sort.map(({ column }) => [column, 'sort'] as const)),
    ...query.select.map((column) => [column, 'select'] as const),
    ...query.where
      .filter(({ operator }) => operator !== 'exists')
      .map(({ column }) => [column, 'where'] as const),
  ]);
}
