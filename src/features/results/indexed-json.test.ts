import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { writeIndexedJson } from './indexed-json.ts';
import { isIndexChild, readResultIndex, type IndexNode } from './result-index.ts';

function written(value: JsonObject) {
  const pieces: Buffer[] = [];
  const root = writeIndexedJson(value, (piece) => {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    return bytes.length;
  });
  return { root, file: Buffer.concat(pieces) };
}

/** What the index says lies where, put together again. */
function readBack(node: IndexNode, file: Buffer): JsonValue {
  const texts = node.parts.map((part) => {
    if (!isIndexChild(part)) return file.toString('utf8', part.at, part.end);
    const json = JSON.stringify(readBack(part.node, file));
    return part.key === undefined ? json : `${JSON.stringify(part.key)}:${json}`;
  });
  const [open = '', close = ''] = { list: '[]', object: '{}', text: '""' }[node.kind];
  const value: JsonValue = JSON.parse(
    `${open}${texts.join(node.kind === 'text' ? '' : ',')}${close}`,
  );
  return value;
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, 名: `第 ${n} 行`, nested: [n, { a: null }] }));
let deep: JsonValue = { rows: rows(3000) };
for (let level = 0; level < 300; level += 1) deep = level % 2 === 0 ? [1, 'x', deep] : { deep };

test.each<[string, JsonObject]>([
  ['nothing', {}],
  ['small', { ok: true, list: [1, 'a', null, [], {}] }],
  ['a long list', { success: true, data: { rows: rows(20_000) }, after: 1 }],
  ['numbers', { list: Array.from({ length: 200_000 }, (_, n) => n) }],
  ['one large item among small ones', { list: [...rows(500), rows(9000), ...rows(500)] }],
  ['many keys', Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k"${n}`, n]))],
  ['a long text', { text: '😀"\n'.repeat(90_000) }],
  ['what is no text', { text: '\uD800\0\uDC00'.repeat(60_000), '\uDC00': [1], ['__proto__']: 2 }],
  ['a large list of large texts', { list: ['a'.repeat(100_000), 'b'.repeat(100_000), 1] }],
  ['deep nesting', { deep }],
])('OFF-01 %s is written as JSON.stringify does, and found by the index', (_, value) => {
  const { root, file } = written(value);
  const json = JSON.stringify(value);
  expect(file.toString() === json).toBe(true);
  expect(root).toMatchObject({ at: 0, end: file.length, chars: json.length });
  expect(JSON.stringify(readBack(root, file)) === json).toBe(true);
  const index = { version: 1, bytes: file.length, root };
  expect(readResultIndex(JSON.stringify(index))).toEqual(index);
});

test('OFF-01 a run has about 64 KB, however many items that are', () => {
  const { root } = written({ list: Array.from({ length: 1_000_000 }, (_, n) => n) });
  const list = root.parts.find(isIndexChild);
  const sizes = (list?.node.parts ?? []).map((part) =>
    isIndexChild(part) ? 0 : part.end - part.at,
  );
  expect(list).toMatchObject({ key: 'list', node: { kind: 'list', count: 1_000_000 } });
  expect(Math.max(...sizes)).toBeLessThan(256 * 1024);
  expect(sizes.length).toBeLessThan(300);
});

test('what is no index is none', () => {
  for (const text of ['', '{', '{}', '{"version":1,"bytes":-1,"root":{}}'])
    expect(readResultIndex(text)).toBeUndefined();
});
