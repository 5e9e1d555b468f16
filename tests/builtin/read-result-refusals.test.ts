// `read_result` where it is asked wrongly, or where what it reads is not as it was written.

import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { indexPath } from '#features/results/index.ts';
import type { TrustedHost } from '#features/runtimes/index.ts';
import { execute, rows, storedOrders, type Orders } from './orders-result.ts';
import { storedResult } from './stored-result.ts';
import { trustedHost } from './trusted-host.ts';

let host: TrustedHost;
let path: string;
let ask: Orders['ask'];
beforeAll(async () => {
  ({ host, path, ask } = await storedOrders());
});

const where = (column: string, op: string, value?: JsonValue) => ({
  where: [{ column, op, ...(value !== undefined && { value }) }],
});

test.each<[JsonObject, string, RegExp]>([
  [{ key: 'data.row' }, 'key', /no "data.row".*rows, tags|rows/],
  [{ key: 'data.rows[20000]' }, 'key', /20000 items/],
  [{ key: 'data.rows.city' }, 'key', /data\.rows\[\*\]\.city/],
  [{ key: 'total.x' }, 'key', /a number/],
  [{ key: 'data[0:3]' }, 'key', /an object, not a list.*data\.rows/],
  [{ key: 'data.rows[*].id', where: { id: 1 } }, 'key', /key=data\.rows,/],
  [{ key: 'data..rows' }, 'key', /can't be read/],
  [{ key: 'data.rows[?(@.id>3)]' }, 'key', /use where/],
  [{ key: 'text', where: { a: 1 } }, 'key', /not a list.*data\.rows/],
  [where('town', 'eq', 'x'), 'where', /columns are: id, city, amount/],
  [where('city', 'gt', 5), 'where', /text, which don't compare with 5/],
  [where('city', 'like?', 5), 'where', /op of eq/],
  [where('id', 'in', 5), 'where', /can't be read/],
  [where('id', 'constructor', 5), 'where', /op of eq/],
  [where('id', '__proto__', 5), 'where', /op of eq/],
  [{ key: `["${'\\"'.repeat(100_000)}` }, 'key', /can't be read/],
  [{ where: 'city = x' }, 'where', /can't be read/],
  [{ select: ['nam'] }, 'select', /"nam"/],
  [{ sort: 'nam' }, 'sort', /"nam"/],
  [{ group_by: 'nam' }, 'group_by', /"nam"/],
  [{ aggregate: 'sum:nam' }, 'aggregate', /"nam"/],
  [{ aggregate: 'median:id' }, 'aggregate', /sum:amount/],
  [{ group_by: 'id' }, 'group_by', /10000 groups/],
  [{ where: { id: 1 }, offset: 5 }, 'offset', /there are 1/],
  [{ key: 'text', offset: 1e9 }, 'offset', /beyond/],
  [{ unit: 'characters', offset: 1e9 }, 'offset', /beyond/],
  [{ unit: 'words' }, 'unit', /characters/],
  [{ limit: 0 }, 'limit', /whole number/],
])('OFF-07 %j is told what is there', async (input, parameter, expected) => {
  const answer = await ask(input);
  expect(answer).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: parameter,
    error: expect.stringMatching(expected),
  });
  const chinese = await execute({ path, ...input }, { ...host, language: 'zh' });
  expect(chinese).toMatchObject({ success: false, error: expect.stringMatching(/[一-鿿]/) });
});

test.each([
  '/etc/hostname',
  '../x.json',
  'notes.txt',
  '.toolout/../secret.json',
  '.toolout/toolout_x.index',
  '.toolout/toolout_gone_1.json',
  '.toolout/toolout_link_1.json',
  '.toolout/toolout_a\0b.json',
])('OFF-07 %j is refused, and the results there are are named', async (given) => {
  await writeFile(join(host.workspace, 'notes.txt'), 'x');
  await symlink('/etc/hostname', join(host.workspace, '.toolout/toolout_link_1.json')).catch(
    () => undefined,
  );
  expect(await execute({ path: given }, host)).toMatchObject({
    success: false,
    need_param: 'path',
    error: expect.stringMatching(
      /(?:newest first|There are): \.toolout\/toolout_orders_0a1b2c3d\.json\. /,
    ),
  });
});

test('OFF-07 a link in the place of the folder leads nowhere', async () => {
  const other = await trustedHost();
  await symlink(join(host.workspace, '.toolout'), join(other.workspace, '.toolout'));
  const answer = await execute({ path: 'toolout_orders_0a1b2c3d.json' }, other);
  expect(answer).toMatchObject({ success: false, need_param: 'path' });
  expect(JSON.stringify(answer)).not.toContain('上海');
});

test.each(['gone', 'another file’s', 'nonsense'])(
  'OFF-07 an index that is %s leaves the pages of characters',
  async (state) => {
    const mine = await trustedHost();
    const stored = await storedResult(mine.workspace, { rows: rows.slice(0, 3000) });
    const index = indexPath(stored);
    if (state === 'gone') await rm(index);
    else if (state === 'nonsense') await writeFile(index, '{"version":1');
    else await writeFile(stored, JSON.stringify({ rows: rows.slice(0, 2999) }));
    expect(await execute({ path: stored, key: 'rows[0]' }, mine)).toMatchObject({
      success: false,
      error: expect.stringContaining('unit=characters'),
    });
    const page = await execute({ path: stored, unit: 'characters', offset: 1, limit: 6 }, mine);
    expect(page).toMatchObject({ data: { text: '"rows"', next_offset: 7 } });
  },
);

test('OFF-07 an item longer than a page is cut, and says how to read on in it', async () => {
  const mine = await trustedHost();
  const stored = await storedResult(mine.workspace, {
    list: [{ a: 'x'.repeat(90_000) }, { a: 'y' }],
  });
  const first = await execute({ path: stored, key: 'list' }, mine);
  expect(first).toMatchObject({
    data: { total: 2, next_offset: 1 },
    warning: expect.stringContaining('list[0]'),
  });
  expect(await execute({ path: stored, key: 'list', offset: 1 }, mine)).toMatchObject({
    data: { items: [{ a: 'y' }] },
  });
  expect(await execute({ path: stored, key: 'list[0].a', offset: 89_999 }, mine)).toMatchObject({
    data: { text: 'x', total_characters: 90_000 },
  });
});

test.each([
  ['too much', { at: 1, end: 9e12 }],
  ['backwards', { at: 50, end: 1 }],
  ['beyond the end', { at: 1, end: 400_000_000 }],
  ['the middle of something', { at: 7, end: 99 }],
])('OFF-07 an index that was changed to name %s is none, and reads nothing', async (_, change) => {
  const mine = await trustedHost();
  const stored = await storedResult(mine.workspace, { rows: rows.slice(0, 3000) });
  const index = JSON.parse(await readFile(indexPath(stored), 'utf8')) as {
    root: { parts: [{ node: { parts: [object] } }] };
  };
  Object.assign(index.root.parts[0].node.parts[0], change);
  await writeFile(indexPath(stored), JSON.stringify(index));
  for (const input of [{ key: 'rows[0]' }, { aggregate: 'count' }]) {
    expect(await execute({ path: stored, ...input }, mine)).toMatchObject({
      success: false,
      need_param: 'path',
    });
  }
});

test('OFF-07 hostile values are read in no more time than others', async () => {
  const mine = await trustedHost();
  const digits = `${'1'.repeat(60_000)}x`;
  const hostile = Array.from({ length: 40 }, (__, n) => ({ digits: n === 0 ? '5' : digits, n }));
  const stored = await storedResult(mine.workspace, { list: hostile });
  const asked = { path: stored, key: 'list' };
  expect(await execute({ ...asked, aggregate: 'sum:digits' }, mine)).toMatchObject({
    data: { groups: [{ sum_digits: 5 }] },
    warning: expect.stringContaining('39 rows'),
  });
  for (const parameter of ['sort', 'aggregate', 'select', 'group_by'])
    expect(
      await execute({ ...asked, [parameter]: `sum:${' '.repeat(200_000)}` }, mine),
    ).toMatchObject({
      success: false,
      need_param: parameter,
    });
});

test('OFF-07 a stop ends a long reading', async () => {
  const controller = new AbortController();
  controller.abort(new Error('stop'));
  const stopped = { ...host, signal: controller.signal };
  await expect(execute({ path, aggregate: 'count' }, stopped)).rejects.toThrow('stop');
});

test('OFF-07 the first result of a conversation is named only when there is one', async () => {
  const fresh = await trustedHost();
  await mkdir(join(fresh.workspace, '.toolout'));
  expect(await execute({ path: 'toolout_a_1.json' }, fresh)).toMatchObject({
    error: expect.stringContaining('None is stored'),
  });
  expect(await execute({}, fresh)).toMatchObject({ need_param: 'path' });
});
