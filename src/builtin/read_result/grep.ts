// Where a text stands in a stored result: each place with its key path and what is around it.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { IndexNode, IndexRun } from '#features/results/index.ts';
import { nextOffset, type AskedPage, type ReadPage } from './asked-page.ts';
import { keyText, readKeyPath, type KeyStep } from './key-path.ts';
import { locate, type Place } from './locate.ts';
import { entriesOf, itemsOf, nodeRuns, textOf } from './node-runs.ts';
import { createPage } from './page.ts';

export interface GrepQuery {
  readonly text: string;
  /** Characters on either side. */
  readonly context: number;
  readonly isCaseSensitive: boolean;
}

export async function grep(asked: AskedPage, key: string, query: GrepQuery): Promise<ReadPage> {
  const { place, key: found } = await locate(asked.file, asked.root, readKeyPath(key));
  const page = createPage(asked.room);
  let matches = 0;
  let isFull = false;
  const search: Search = {
    asked,
    query,
    needle: fold(query.text, query),
    onHit: (hit) => {
      matches += 1;
      if (matches <= asked.offset || isFull) return;
      isFull = page.items.length >= asked.limit || !page.add(hit());
    },
  };
  await searchPlace(search, place, readKeyPath(found));
  return {
    data: {
      ...(found !== '' && { key: found }),
      matches: page.items,
      total_matches: matches,
      next_offset: nextOffset(asked, { given: page.items.length, total: matches }),
    },
    warnings: [],
  };
}

interface Search {
  readonly asked: AskedPage;
  readonly query: GrepQuery;
  readonly needle: string;
  onHit(hit: () => JsonObject): void;
}

/** In small letters of the same length: what is found must stand where it was. */
function fold(text: string, { isCaseSensitive }: GrepQuery): string {
  if (isCaseSensitive) return text;
  // The one letter that gets longer; and the one that is written otherwise at a word's end.
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');
}

async function searchPlace(search: Search, place: Place, path: readonly KeyStep[]): Promise<void> {
  if (place.kind === 'value') {
    searchValue(search, place.value, path);
    return;
  }
  const { node } = place;
  if (node.kind === 'text') {
    await searchLongText(search, place, path);
    return;
  }
  for await (const run of nodeRuns(search.asked.file, node)) {
    if (run.kind === 'run') {
      if (mayHold(search, run.text)) searchRun(search, { ...run, kind: node.kind }, path);
      continue;
    }
    const inside = [...path, run.key === undefined ? item(run.first) : name(run.key)];
    if (run.key !== undefined) searchName(search, run.key, inside);
    await searchPlace(search, { kind: 'node', node: run.node }, inside);
  }
}

function searchRun(
  search: Search,
  run: { readonly kind: IndexNode['kind']; readonly part: IndexRun; readonly text: string },
  path: readonly KeyStep[],
): void {
  const { file } = search.asked;
  if (run.kind === 'object') {
    searchValue(search, entriesOf(file, run), path);
    return;
  }
  for (const [at, value] of itemsOf(file, run).entries())
    searchValue(search, value, [...path, item(run.part.first + at)]);
}

/** Most runs hold nothing of it, and need not be parsed. */
function mayHold({ needle, query }: Search, json: string): boolean {
  const written = JSON.stringify(needle).slice(1, -1);
  return fold(json, query).includes(written) || json.includes('\\u');
}

function searchValue(search: Search, value: JsonValue, path: readonly KeyStep[]): void {
  if (typeof value === 'string') searchText(search, value, path);
  else if (typeof value === 'number') searchText(search, String(value), path);
  else if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const inside = [...path, name(key)];
      searchName(search, key, inside);
      searchValue(search, inner, inside);
    }
  } else if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) searchValue(search, inner, [...path, item(at)]);
  }
}

function searchName(search: Search, key: string, path: readonly KeyStep[]): void {
  if (fold(key, search.query).includes(search.needle))
    search.onHit(() => ({ key: keyText(path), name: key.slice(0, 200) }));
}

function searchText(search: Search, text: string, path: readonly KeyStep[]): void {
  const folded = fold(text, search.query);
  for (
    let at = folded.indexOf(search.needle);
    at !== -1;
    at = folded.indexOf(search.needle, at + search.needle.length)
  ) {
    const place = at;
    search.onHit(() => ({ key: keyText(path), at: place, text: around(search, text, place) }));
  }
}

/** A long text a run at a time; what stands across two runs is found, too. */
async function searchLongText(
  search: Search,
  place: Place & { kind: 'node' },
  path: readonly KeyStep[],
): Promise<void> {
  const { file } = search.asked;
  const { needle, query } = search;
  let kept = '';
  let keptAt = 0;
  let nextAt = 0;
  for await (const run of nodeRuns(file, place.node)) {
    if (run.kind === 'node') continue;
    const text = kept + textOf(file, run);
    const isLast = run.part.first + run.part.count >= place.node.count;
    const folded = fold(text, query);
    // What has not all of its surroundings yet is left to the next run.
    const end = isLast ? text.length : text.length - query.context;
    for (
      let at = folded.indexOf(needle, nextAt - keptAt);
      at !== -1 && at + needle.length <= end;
      at = folded.indexOf(needle, at + needle.length)
    ) {
      const [from, where] = [keptAt, at];
      search.onHit(() => ({
        key: keyText(path),
        at: from + where,
        text: around(search, text, where),
      }));
      nextAt = keptAt + at + needle.length;
    }
    const rest = Math.max(0, text.length - 2 * query.context - needle.length);
    kept = text.slice(rest);
    keptAt += rest;
    nextAt = Math.max(nextAt, keptAt);
  }
}

function around({ query, needle }: Search, text: string, at: number): string {
  const from = Math.max(0, at - query.context);
  const to = Math.min(text.length, at + needle.length + query.context);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).toWellFormed()}${to < text.length ? '…' : ''}`;
}

function item(index: number): KeyStep {
  return { kind: 'item', index };
}

function name(key: string): KeyStep {
  return { kind: 'name', name: key };
}
