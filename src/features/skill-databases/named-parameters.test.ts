import { expect, test } from 'vitest';
import type { JsonValue } from '#base/json.ts';
import { compileStatements } from './named-parameters.ts';

const compiled = (sql: string, parameters: JsonValue) => [...compileStatements(sql, parameters, 3)];

test.each([
  ['a name', 'select :id', 'select $1'],
  ['a cast beside it', 'select :id::int', 'select $1::int'],
  ['a cast alone', `select '1'::int`, `select '1'::int`],
  ['a cast of a bracket', 'select (1)::text, :id', 'select (1)::text, $1'],
  ['a string', `select ':id', :id`, `select ':id', $1`],
  ['a doubled quote', `select 'it''s :id', :id`, `select 'it''s :id', $1`],
  ['a backslash in a plain string', String.raw`select '\', :id`, String.raw`select '\', $1`],
  ['an escape string', String.raw`select E'\' :id', :id`, String.raw`select E'\' :id', $1`],
  ['a word that ends with e', `select type'x:id', :id`, `select type'x:id', $1`],
  ['a quoted name', `select ":id", :id`, `select ":id", $1`],
  ['a line comment', 'select 1 -- :id\n, :id', 'select 1 -- :id\n, $1'],
  ['nested comments', 'select /* a /* :id */ :id */ :id', 'select /* a /* :id */ :id */ $1'],
  ['a dollar quote', 'select $$:id$$, :id', 'select $$:id$$, $1'],
  ['a tagged one', 'select $a$ $$ :id $a$, :id', 'select $a$ $$ :id $a$, $1'],
  ['a dollar in a name', 'select a$b$, :id, c$b$', 'select a$b$, $1, c$b$'],
  ['a slice', 'select a[1:id], b[x:id], :id', 'select a[1:id], b[x:id], $1'],
  ['an escaped colon', String.raw`select 'a' \:id, :id`, `select 'a' :id, $1`],
  ['the same name twice', 'select :id, :id', 'select $1, $1'],
  ['a string that never ends', `select :id, ':id`, `select $1, ':id`],
])('RUN-06 :name in SQL: %s', (_, sql, expected) => {
  const values = expected.includes('$1') ? [7] : [];
  expect(compiled(sql, { id: 7, unused: 1 })).toEqual([{ text: expected, values }]);
});

test('RUN-06 a list after in becomes as many places, an empty one is in nothing', () => {
  expect(compiled('select 1 where a in :ids and b = any(:ids)', { ids: [1, 2] })).toEqual([
    { text: 'select 1 where a in ($1, $2) and b = any($3)', values: [1, 2, [1, 2]] },
  ]);
  expect(compiled('select 1 where a not IN :ids', { ids: [] })).toEqual([
    { text: 'select 1 where a not IN (null)', values: [] },
  ]);
});

test('RUN-06 a list gives $1, and a list of objects executes once for each', () => {
  expect(compiled(`select $1, ':a'`, [1])).toEqual([{ text: `select $1, ':a'`, values: [1] }]);
  expect(compiled('insert into t values (:a)', [{ a: 1 }, { a: 2 }])).toEqual([
    { text: 'insert into t values ($1)', values: [1] },
    { text: 'insert into t values ($1)', values: [2] },
  ]);
  expect(compiled('select $1', [{ a: 1 }])).toEqual([{ text: 'select $1', values: [{ a: 1 }] }]);
});

test('RUN-06 a name without a value, and parameters that are no parameters, are told', () => {
  expect(() => compiled('select :who', { id: 1 })).toThrow(/no "who"/);
  expect(() => compiled('select :toString', {})).toThrow(/no "toString"/);
  expect(() => compiled('select 1', 'x')).toThrow(/an object/);
});

test('RUN-06 too many sets of parameters, and too many parameters, are refused', () => {
  expect(() => compiled('select :a', [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }])).toThrow(
    /takes 3 sets/,
  );
  const ids = Array(65_536).fill(1);
  expect(() => compiled('select 1 where a in :ids', { ids })).toThrow(/65535 parameters at most/);
  expect(() => compiled('select 1', ids)).toThrow(/65535 parameters at most/);
});

test('RUN-06 a long statement is read in one pass', () => {
  const sql = `select ${"E'".repeat(60_000)} /* ${'/*'.repeat(30_000)} :id`;
  const began = performance.now();
  compiled(sql, { id: 1 });
  expect(performance.now() - began).toBeLessThan(1000);
});
