// `read_result` on real files: every way to ask.

import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { TrustedHost } from '#features/runtimes/index.ts';
import { rows, storedOrders, text, type Orders } from './orders-result.ts';
import { storedResult } from './stored-result.ts';

let path: string;
let ask: Orders['ask'];
let data: Orders['data'];
let host: TrustedHost;
beforeAll(async () => {
  ({ host, path, ask, data } = await storedOrders());
});

const textOf = (page: JsonObject) => (typeof page['text'] === 'string' ? page['text'] : '');

test('OFF-07 the path alone gives the outline: keys, kinds, counts, columns', async () => {
  const { keys } = (await data({})) as { keys: readonly JsonObject[] };
  expect(keys).toEqual(
    expect.arrayContaining([
      { key: 'success', kind: 'boolean', value: true },
      expect.objectContaining({ key: 'data', kind: 'object', count: 3 }),
      expect.objectContaining({ key: 'data.rows', kind: 'list', count: 20_000 }),
      { key: 'data.by_id["b.c"]', kind: 'number', value: 2 },
      { key: 'text', kind: 'text', characters: text.length },
    ]),
  );
  expect(JSON.stringify(keys)).toContain('address.zip (text)');
});

test.each<[string, JsonObject]>([
  ['total', { kind: 'number', value: 20_000 }],
  ['odd[3]', { kind: 'null', value: null }],
  ['$.data.tags', { kind: 'list', value: ['x', 'y'] }],
  ['data.rows[-1].id', { value: 19_999 }],
  ['data.rows[12344].note', { value: 'the NEEDLE | is here' }],
  ['data.by_id["b.c"]', { value: 2 }],
  ["data['by_id'].a", { value: { n: 1 } }],
  ['odd', { value: ['\u0000', '\uD800', '', null] }],
  ['data.rows[100:103].id', { items: [100, 101, 102], total: 3, next_offset: null }],
  ['data.rows[-2:].city', { items: ['上海', '北京'], first: 19_998 }],
  ['data.rows[0:4].note', { items: ['nothing', null, 'nothing', null], missing: 2 }],
])('OFF-07 by key path: %s', async (key, expected) => {
  expect(await data({ key })).toMatchObject(expected);
});

test('OFF-07 a long list is read on page by page, and every item comes once', async () => {
  const ids: JsonValue[] = [];
  let offset: JsonValue = 0;
  while (offset !== null && ids.length < 2000) {
    const page: JsonObject = await data({ key: 'data.rows[500:1200]', offset });
    ids.push(...(page['items'] as readonly { id: number }[]).map(({ id }) => id));
    offset = page['next_offset'] ?? null;
  }
  expect(ids).toEqual(Array.from({ length: 700 }, (_, n) => n + 500));
});

test('OFF-07 a long text is read on page by page, and no character is broken', async () => {
  let read = '';
  for (let offset: JsonValue = 0; offset !== null;) {
    const page: JsonObject = await data({ key: 'text', offset, limit: 9001 });
    expect(textOf(page).isWellFormed()).toBe(true);
    read += textOf(page);
    offset = page['next_offset'] ?? null;
  }
  expect(read === text).toBe(true);
});

test('OFF-07 by page of characters, from any place', async () => {
  const whole = await readFile(path, 'utf8');
  for (const offset of [0, 7000, 900_001, whole.length - 50]) {
    const page = await data({ unit: 'characters', offset, limit: 3000 });
    const told = textOf(page);
    expect(whole.startsWith(told, offset)).toBe(true);
    expect(page['total_characters']).toBe(whole.length);
    expect(page['next_offset']).toBe(
      offset + told.length < whole.length ? offset + told.length : null,
    );
  }
});

const where = (column: string, op: string, value?: JsonValue) => ({
  where: [{ column, op, ...(value !== undefined && { value }) }],
});

test.each<[JsonObject, number]>([
  [where('city', 'eq', '上海'), 6667],
  [where('city', 'ne', '上海'), 13_333],
  [where('amount', 'gt', 98.5), 200],
  [where('amount', 'gte', 99.1), 200],
  [where('amount', 'lt', 0.1), 0],
  [where('amount', 'lte', 0.1), 200],
  [where('code', 'gt', 5), 2857],
  [where('city', 'contains', 'kö'), 6666],
  [where('id', 'in', [1, 2, '3']), 3],
  [where('note', 'exists'), 10_000],
  [where('note', 'exists', false), 10_000],
  [where('address.zip', 'eq', '10007'), 1],
  [{ where: { city: '北京', amount: { gt: 50, lte: 60.1 } } }, 733],
  [{ ...where('id', 'gte', 5), key: 'data.rows[0:10]' }, 5],
  [{ where: '[{"column": "id", "op": "=", "value": 3}]' }, 1],
])('OFF-07 by filter: %j', async (query, matched) => {
  expect(await data({ key: 'data.rows', limit: 3, ...query })).toMatchObject({ matched });
});

test('OFF-07 columns, order and pages of a filter; the only long list needs no key', async () => {
  const query = { select: ['id', 'address.zip'], sort: '-amount,id', limit: 2 };
  expect(await data(query)).toMatchObject({
    key: 'data.rows',
    rows: [
      { id: 99, 'address.zip': '10099' },
      { id: 199, 'address.zip': '10199' },
    ],
    matched: 20_000,
    next_offset: 2,
  });
  expect(await data({ ...query, offset: 199 })).toMatchObject({
    rows: [{ id: 19_999 }, { id: 98 }],
  });
  expect(await data({ sort: { column: 'note', desc: true }, select: 'note', limit: 1 })).toEqual(
    expect.objectContaining({ rows: [{ note: 'the NEEDLE | is here' }] }),
  );
});

test('OFF-07 sums by group; figures are exact', async () => {
  const summed = await data({
    group_by: 'city',
    aggregate: ['count', 'sum:amount', 'avg:amount', 'min:id', 'max:id'],
    where: { column: 'id', op: 'lt', value: 300 },
    sort: '-max_id',
  });
  const all = rows.slice(0, 300).filter(({ city }) => city === 'Köln');
  const cents = all.reduce((sum, { amount }) => sum + Math.round(amount * 10), 0);
  expect(summed['groups']).toHaveLength(3);
  expect((summed['groups'] as readonly JsonObject[])[0]).toEqual({
    city: 'Köln',
    count: 100,
    sum_amount: cents / 10,
    avg_amount: cents / 1000,
    min_id: 2,
    max_id: 299,
  });
  expect(await data({ aggregate: 'count' })).toMatchObject({ groups: [{ count: 20_000 }] });
  const none = await data({ aggregate: ['count', 'max:id'], where: { id: -1 } });
  expect(none).toMatchObject({ groups: [{ count: 0, max_id: null }], matched: 0 });
});

test('OFF-07 by text: each place with its key path and what is around it', async () => {
  expect(await data({ grep: 'needle', context: 4 })).toMatchObject({
    total_matches: 1,
    matches: [{ key: 'data.rows[12344].note', at: 4, text: 'the NEEDLE | i…' }],
  });
  expect(await data({ grep: 'needle', case_sensitive: true })).toMatchObject({ total_matches: 0 });
  const long = await data({ grep: 'line 29999 ', key: 'text' });
  expect(long).toMatchObject({ matches: [{ key: 'text', at: text.indexOf('line 29999 ') }] });
  const every = await data({ grep: '😀', key: 'text', limit: 2, offset: 29_999 });
  expect(every).toMatchObject({ total_matches: 30_000, next_offset: null });
  expect(await data({ grep: 'by_id' })).toMatchObject({ matches: [{ key: 'data.by_id' }] });
});

test('OFF-07 letters that get longer in small ones, or are written otherwise at the end of a word, hide nothing', async () => {
  const { workspace } = host;
  const name = 'toolout_letters_0a1b2c3d.json';
  const lines = Array.from({ length: 2000 }, (_, n) => ({ n, s: `İzmir ABC ${n}`, t: 'ΟΔΟΣ Α' }));
  const stored = await storedResult(
    workspace,
    { ok: true, lines, long: 'İ ABC '.repeat(30_000) },
    name,
  );
  const total = (grep: string, key: string) => data({ path: stored, grep, key, limit: 1 });
  expect(await total('abc', 'lines')).toMatchObject({ total_matches: 2000 });
  expect(await total('izmir', 'lines')).toMatchObject({ total_matches: 2000 });
  expect(await total('οδοσ', 'lines')).toMatchObject({ total_matches: 2000 });
  expect(await total('ABC', 'long')).toMatchObject({ total_matches: 30_000 });
});

test('OFF-07 a column may be called as what every object has', async () => {
  const name = 'toolout_names_0a1b2c3d.json';
  const line = { constructor: 'c', ['__proto__']: 'p', toString: 's' };
  const lines = Array.from({ length: 3000 }, (_, n) => (n === 0 ? line : { n }));
  const stored = await storedResult(host.workspace, { ok: true, lines }, name);
  const shown = await ask({ path: stored, key: 'lines', limit: 2, show: true });
  expect(shown['display_md']).toBe(
    '| constructor | __proto__ | toString | n |\n| --- | --- | --- | --- |\n| c | p | s |  |\n|  |  |  | 1 |',
  );
});

test('OFF-07 rows are shown to the user where that is asked', async () => {
  const shown = await ask({ where: { id: 12_344 }, select: ['id', 'note'], show: true });
  expect(shown['display_md']).toBe(
    '| id | note |\n| --- | --- |\n| 12344 | the NEEDLE \\| is here |',
  );
});

test('OFF-07 rows of another kind are left out and counted', async () => {
  expect(await ask({ ...where('mixed', 'lt', 10), limit: 1 })).toMatchObject({
    data: { matched: 9 },
    warning: expect.stringContaining('1 rows'),
  });
  expect(await ask({ aggregate: 'sum:mixed' })).toMatchObject({
    warning: expect.stringContaining('"mixed"'),
  });
});
