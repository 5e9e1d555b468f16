// What lies at a key path: the value, or a page of it where it is a long list, text or object.

import { cutText } from '#base/cut-text.ts';
import type { JsonValue } from '#base/json.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { isJsonLonger } from '#features/results/index.ts';
import { nextOffset, type AskedPage, type ReadPage } from './asked-page.ts';
import { readKeyPath } from './key-path.ts';
import { listBatches } from './list-batches.ts';
import { countOf, kindOf, locate, valueAt, type Located, type Place } from './locate.ts';
import { nodeRuns, textOf, valueOf } from './node-runs.ts';
import { objectOutline } from './outline.ts';
import { createPage, textThatFits } from './page.ts';

/** A node that is no longer may be held whole to see whether it has room. */
const HELD_BYTES = 256 * 1024;

export async function readValue(asked: AskedPage, key: string): Promise<ReadPage> {
  const located = await locate(asked.file, asked.root, readKeyPath(key));
  const kind = kindOf(located.place);
  const about = { key: located.key, kind };
  const whole = located.range === undefined ? await wholeThatFits(asked, located.place) : undefined;
  if (whole !== undefined) return { data: { ...about, value: whole }, warnings: [] };
  if (located.place.kind === 'value' && !['list', 'text', 'object'].includes(kind))
    return { data: { ...about, value: located.place.value }, warnings: [] };
  if (kind === 'list') return readItems(asked, located);
  if (kind === 'text') return readText(asked, located);
  const outline = await objectOutline(asked, located);
  return { data: { ...about, ...outline }, warnings: [readResultTexts.objectTooLarge()] };
}

/** Undefined where a page of it was asked for, or it has no room. */
async function wholeThatFits(
  { file, offset, limit, room }: AskedPage,
  place: Place,
): Promise<JsonValue | undefined> {
  if (offset > 0) return undefined;
  const isPaged = ['list', 'text'].includes(kindOf(place)) && countOf(place) > limit;
  if (isPaged) return undefined;
  if (place.kind === 'node' && place.node.end - place.node.at > HELD_BYTES) return undefined;
  const value = place.kind === 'node' ? await valueOf(file, place.node) : place.value;
  return isJsonLonger(value, room) ? undefined : value;
}

/** A page of a list, or of what a path leads to in each of its items. */
async function readItems(asked: AskedPage, located: Located): Promise<ReadPage> {
  const { place, key, range, rest } = located;
  const count = countOf(place);
  const [from, to] = bounds(range, count);
  const total = Math.max(0, to - from);
  const page = createPage(asked.room);
  let missing = 0;
  let largeAt: number | undefined;
  let given = 0;
  const wanted = Math.min(asked.limit, total - asked.offset);
  const take = (item: JsonValue, isTooLarge: boolean, index: number): boolean => {
    if (given >= wanted) return false;
    const told = isTooLarge ? null : valueAt(item, rest);
    if (told === undefined) missing += 1;
    if (!page.add(told ?? null)) return false;
    if (isTooLarge || page.isCut) largeAt ??= index;
    given += 1;
    return true;
  };
  for await (const { items, first, isTooLarge } of wanted > 0
    ? listBatches(asked.file, place, from + asked.offset)
    : []) {
    if (!items.every((item, at) => take(item, isTooLarge, first + at))) break;
    if (given >= wanted) break;
  }
  const next_offset = nextOffset(asked, { given, total });
  return {
    data: {
      key,
      kind: 'list',
      items: page.items,
      first: from + asked.offset,
      total,
      next_offset,
      ...(missing > 0 && { missing }),
    },
    warnings: largeAt === undefined ? [] : [readResultTexts.itemCut(`${key}[${largeAt}]`)],
  };
}

/** The numbers that a range means: the first, and the one after its last. */
export function bounds(range: Located['range'], count: number): readonly [number, number] {
  const at = (index: number) => Math.min(count, Math.max(0, index < 0 ? count + index : index));
  return range === undefined ? [0, count] : [at(range.from), at(range.to ?? count)];
}

async function readText(asked: AskedPage, { place, key }: Located): Promise<ReadPage> {
  const { offset, limit, room } = asked;
  const total = countOf(place);
  const wanted = Math.min(limit, room);
  let text =
    place.kind === 'value' && typeof place.value === 'string' ? place.value.slice(offset) : '';
  if (place.kind === 'node') {
    for await (const run of nodeRuns(asked.file, place.node, offset)) {
      if (run.kind === 'node') continue;
      text += textOf(asked.file, run).slice(Math.max(0, offset - run.part.first));
      if (text.length > wanted) break;
    }
  }
  const shown = textThatFits(cutText(text, wanted), room);
  const next_offset = nextOffset(asked, { given: shown.length, total });
  return {
    data: { key, kind: 'text', text: shown, first: offset, total_characters: total, next_offset },
    warnings: [],
  };
}
