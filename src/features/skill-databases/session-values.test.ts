import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '#base/json.ts';
import { createDatabaseFixture, type DatabaseFixture } from './testing/database-fixture.ts';

let fixture: DatabaseFixture;
beforeAll(async () => {
  fixture = await createDatabaseFixture();
});
afterAll(() => fixture.close());

test.each<[string, JsonValue]>([
  ['true', true],
  ['1::int2', 1],
  ['9007199254740991::int8', 9_007_199_254_740_991],
  ['9007199254740993::int8', '9007199254740993'],
  ['0.123456789012345678::numeric', '0.123456789012345678'],
  ['1.50::numeric', '1.50'],
  ['0.1::float8', 0.1],
  [`'nan'::float8`, 'NaN'],
  [`'-infinity'::float4`, '-Infinity'],
  [`date '2026-01-02'`, '2026-01-02'],
  [`time '03:04:05.5'`, '03:04:05.5'],
  [`timestamp '2026-01-02 03:04:05'`, '2026-01-02T03:04:05'],
  [`timestamp '2026-01-02 03:04:05.1'`, '2026-01-02T03:04:05.100'],
  [`timestamptz '2026-01-02 03:04:05.123456+08'`, '2026-01-01T19:04:05.123456+00:00'],
  [`timestamptz 'infinity'`, 'infinity'],
  [`interval '1 day 2 hours'`, '1 day 02:00:00'],
  [`'\\x0001ff'::bytea`, 'AAH/'],
  [
    `'{"a": [1, null, "x"], "n": 12345678901234567890, "d": 1e3}'::jsonb`,
    { a: [1, null, 'x'], n: '12345678901234567890', d: 1000 },
  ],
  [`'[0.1234567890123456789]'::json`, ['0.1234567890123456789']],
  [`array[1, null, 3]`, [1, null, 3]],
  [
    `array[['a,"b"', '{}'], [null, 'null']]`,
    [
      ['a,"b"', '{}'],
      [null, 'null'],
    ],
  ],
  [`array[1.50, 2]::numeric[]`, ['1.50', '2']],
  [`array['{"a":1}'::jsonb]`, [{ a: 1 }]],
  [`array[timestamptz '2026-01-02 00:00+00']`, ['2026-01-02T00:00:00+00:00']],
  [`'{}'::int[]`, []],
  [`'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid`, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['row(1, 2)', '(1,2)'],
  ['null::text', null],
  [`'' `, ''],
])('RUN-06 %s comes as JSON that rounds nothing', async (expression, expected) => {
  expect(await fixture.once('values', `select ${expression}`)).toMatchObject({
    rows: [[expected]],
  });
});

test.each<[string, JsonValue, JsonValue]>([
  [':v::text', `it's $1 :x`, `it's $1 :x`],
  [':v::int', 5, 5],
  [':v::int', '5', 5],
  [':v::text', 5, '5'],
  [':v::bool', true, true],
  [':v::numeric', '12345678901234567890.5', '12345678901234567890.5'],
  [':v::jsonb', { a: [1] }, { a: [1] }],
  [':v::jsonb', [], []],
  [':v::jsonb', [{ a: 1 }], [{ a: 1 }]],
  [':v::jsonb', '{"text": 1}', { text: 1 }],
  [':v::jsonb', 5, 5],
  [':v::int[]', [1, null, 3], [1, null, 3]],
  [':v::text[]', ['a"b\\', '', 'null', '{x}'], ['a"b\\', '', 'null', '{x}']],
  [':v::jsonb[]', [{ a: 1 }], [{ a: 1 }]],
  ['2 = any(:v)', [1, 2], true],
  [':v::date', '2026-01-02', '2026-01-02'],
  [':v::bytea', '\\x00ff', 'AP8='],
  [':v::text', null, null],
  [`jsonb_array_length(:v)`, [1, 2, 3], 3],
])('RUN-06 a parameter of %s: %j', async (expression, value, expected) => {
  expect(await fixture.once('values', `select ${expression}`, { v: value })).toMatchObject({
    rows: [[expected]],
  });
});

const counts = async (sql: string, parameters: JsonValue = null) => {
  const answer = await fixture.once('counts', sql, parameters);
  return typeof answer === 'string' ? answer : [answer['columns'], answer['row_count']];
};

test('RUN-06 rows tell how many there are, changes how many were made, duplicates of a name stay', async () => {
  expect(await counts('create table c (a int)')).toEqual([[], 0]);
  expect(await counts('insert into c values (:a)', [{ a: 1 }, { a: 2 }, { a: 3 }])).toEqual([
    [],
    3,
  ]);
  expect(await counts('update c set a = a + 1 where a > 1')).toEqual([[], 2]);
  expect(await counts('delete from c where a = 1 returning a, a')).toEqual([['a', 'a'], 1]);
  expect(await counts('select a from c')).toEqual([['a'], 2]);
});

test.each<[string, readonly [sql: string, parameters: JsonValue], RegExp]>([
  ['several statements', ['select 1; select 2', null], /^42601: One execute takes one/],
  ['several with parameters', ['select :a::int; drop table x', { a: 1 }], /^42601: One execute/],
  [
    'NUL in the SQL',
    ['select 1\0; drop table x', null],
    /^input-invalid: The SQL or a parameter holds a NUL/,
  ],
  ['NUL in a parameter', ['select :a::text', { a: 'x\0y' }], /NUL/],
  ['NUL in a list', ['select :a::text[]', { a: ['x\0y'] }], /NUL/],
  ['NUL in JSON', ['select :a::jsonb', { a: { b: 'x\0y' } }], /^22P05/],
  ['an empty statement', [' -- nothing', null], /^input-invalid: The SQL is empty/],
  ['too few parameters', ['select $1::int, $2::int', [1]], /takes 2 parameter\(s\), 1 came/],
  ['no parameters for $1', ['select $1::int', null], /takes 1 parameter\(s\), 0 came/],
  ['COPY to the client', ['copy (select 1) to stdout', null], /^input-invalid: COPY does not/],
  ['COPY from the client', ['copy pg_temp.x from stdin', null], /does not exist|COPY|permission/],
  ['a long statement', [`select '${'x'.repeat(300_000)}'`, null], /longer than 262144 characters/],
  [
    'deep brackets',
    [`select ${'('.repeat(90_000)}1${')'.repeat(90_000)}`, null],
    /^54001|^53200|^42601/,
  ],
])(
  'RUN-06 refused with a sentence, and the session lives: %s',
  async (_, [sql, parameters], expected) => {
    expect(await fixture.once('refused', sql, parameters)).toMatch(expected);
    const run = fixture.run('refused');
    const session = await run.open();
    await run.execute(session, sql, parameters).catch(() => undefined);
    await run.end(session, 'rollback');
    expect(await run.execute(session, 'select 1', null)).toMatchObject({ rows: [[1]] });
    await run.end(session, 'close');
  },
);

test('RUN-06 COPY into a table of its own ends in a sentence, and the session lives', async () => {
  await fixture.once('copy', 'create table t (a int)');
  expect(await fixture.once('copy', 'copy t from stdin')).toMatch(/^input-invalid: COPY does not/);
  expect(await fixture.once('copy', 'select 1')).toMatchObject({ rows: [[1]] });
});
