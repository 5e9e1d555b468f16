// What a stored result holds: its keys with their kinds and lengths, and the columns of its lists.

import { cutText } from '#base/cut-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { isJsonLonger } from '#features/results/index.ts';
import type { AskedPage } from './asked-page.ts';
import { columnsOf, cellOf } from './cells.ts';
import { keyBelow } from './key-path.ts';
import { listBatches } from './list-batches.ts';
import { countOf, kindOf, type Located, type Place } from './locate.ts';
import { entriesOf, nodeRuns } from './node-runs.ts';
import { createPage } from './page.ts';

const LEVELS = 3;
const SAMPLED_ROWS = 50;
const MOST_COLUMNS = 30;
const SHOWN_CHARS = 100;

/** Every key down to three levels, as far as there is room. */
export async function objectOutline(
  asked: AskedPage,
  { place, key }: Located,
): Promise<JsonObject> {
  const page = createPage(asked.room);
  let passed = 0;
  let isFull = false;
  for await (const line of linesOf(asked, place, { key, level: 1 })) {
    passed += 1;
    if (passed <= asked.offset || isFull) continue;
    isFull = page.items.length >= asked.limit || !page.add(line);
    if (isFull) break;
  }
  return {
    keys: page.items,
    count: countOf(place),
    next_offset: isFull ? asked.offset + page.items.length : null,
  };
}

interface At {
  readonly key: string;
  readonly level: number;
}

async function* linesOf(asked: AskedPage, place: Place, at: At): AsyncGenerator<JsonObject> {
  for await (const [name, inner] of entriesIn(asked, place)) {
    const key = keyBelow(at.key, name);
    yield await lineOf(asked, inner, key);
    if (kindOf(inner) === 'object' && at.level < LEVELS)
      yield* linesOf(asked, inner, { key, level: at.level + 1 });
  }
}

async function* entriesIn(
  { file }: AskedPage,
  place: Place,
): AsyncGenerator<readonly [string, Place]> {
  if (place.kind === 'value') {
    const object = isJsonObject(place.value) ? place.value : {};
    for (const [name, value] of Object.entries(object)) yield [name, { kind: 'value', value }];
    return;
  }
  for await (const run of nodeRuns(file, place.node)) {
    if (run.kind === 'node') yield [run.key ?? '', { kind: 'node', node: run.node }];
    else
      for (const [name, value] of Object.entries(entriesOf(file, run)))
        yield [name, { kind: 'value', value }];
  }
}

async function lineOf({ file }: AskedPage, place: Place, key: string): Promise<JsonObject> {
  const kind = kindOf(place);
  const line = { key, kind };
  if (kind === 'list') {
    const first = await listBatches(file, place).next();
    const sample: readonly JsonValue[] =
      first.done === true ? [] : first.value.items.slice(0, SAMPLED_ROWS);
    return { ...line, count: countOf(place), ...describedItems(sample) };
  }
  if (kind === 'text') return { ...line, characters: countOf(place), ...shown(place) };
  if (kind === 'object') return { ...line, count: countOf(place) };
  return { ...line, ...shown(place) };
}

function shown(place: Place): JsonObject {
  if (place.kind === 'node' || isJsonLonger(place.value, SHOWN_CHARS)) return {};
  return { value: place.value };
}

/** The columns of rows with the kinds of their values, and where they are numbers or short texts an example. */
function describedItems(sample: readonly JsonValue[]): JsonObject {
  const names = [...new Set(sample.flatMap(columnsOf))];
  if (names.length === 0) {
    const kinds = new Set(sample.map((value) => kindOf({ kind: 'value', value })));
    return { items: [...kinds].join(' | ') };
  }
  const columns = names.slice(0, MOST_COLUMNS).map((name) => {
    const cells = sample.flatMap((row) => cellOf(row, name) ?? []);
    const kinds = new Set(cells.map((value) => kindOf({ kind: 'value', value })));
    const [example] = cells;
    const isShort = example !== undefined && !isJsonLonger(example, SHOWN_CHARS / 2);
    const told = isShort ? `: ${JSON.stringify(example)}` : '';
    return cutText(`${name} (${[...kinds].join(' | ')})${told}`, 2 * SHOWN_CHARS);
  });
  const more = names.length - columns.length;
  return { columns, ...(more > 0 && { more_columns: more }) };
}
