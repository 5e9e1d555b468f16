import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { createUsage } from './create-usage.ts';
import { runMigrations } from './run-migrations.ts';
import { openBreakably } from './testing/breakable-connection.ts';
import { modelPricesSchema } from './usage-prices.ts';
import type { UsageEntry } from './usage.ts';

const database = await createTestDatabase(runMigrations);
afterAll(() => database.drop());

const prices = modelPricesSchema.parse({
  'openai/a': { input: 0.15, cachedInput: 0.075, output: 0.6 },
  'openai/b': { input: 3, output: 15 },
  'openai/tiny': { input: 1e-7, output: 0 },
});
let now = new Date('2026-11-30T10:00:00Z');
const parts = { database, prices, now: () => now, newId: () => crypto.randomUUID() };
const usage = createUsage(parts);

const entry = (fields: Partial<UsageEntry>, tokens: Partial<UsageEntry['usage']> = {}) => ({
  orgId: 'org',
  roleId: 'role',
  personId: 'person',
  model: 'openai/a',
  requests: 1,
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, ...tokens },
  ...fields,
});
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' } as const;

test('costs are exact to the last digit, however often they are added', async () => {
  const tokens = { inputTokens: 3, cachedInputTokens: 1, outputTokens: 1 };
  const add = () => usage.add(entry({ orgId: 'exact' }, tokens));
  await Promise.all(Array.from({ length: 700 }, add));
  expect(await usage.report('exact', { ...NOVEMBER, by: 'model' })).toEqual([
    {
      key: 'openai/a',
      requests: 700,
      inputTokens: 2100,
      cachedInputTokens: 700,
      outputTokens: 700,
      // 700 times (2 × 0.15 + 1 × 0.075 + 1 × 0.6) millionths.
      cost: '0.0006825',
      unpricedRequests: 0,
    },
  ]);
});

test.each([
  {
    name: 'cached tokens cost as the others where no price says otherwise',
    model: 'openai/b',
    tokens: { inputTokens: 10, cachedInputTokens: 4 },
    cost: '0.00003',
  },
  {
    name: 'a price may have any number of digits',
    model: 'openai/tiny',
    tokens: { inputTokens: 1 },
    cost: '0.0000000000001',
  },
  {
    name: 'more cached tokens than tokens cost nothing below zero',
    model: 'openai/a',
    tokens: { inputTokens: 1, cachedInputTokens: 9 },
    cost: '0.000000075',
  },
  {
    name: 'large counts stay exact',
    model: 'openai/a',
    tokens: { inputTokens: 999_999_999_999, outputTokens: 1 },
    cost: '150000.00000045',
  },
  {
    name: 'what is no count counts as none',
    model: 'openai/a',
    tokens: { inputTokens: Number.NaN, cachedInputTokens: -1, outputTokens: 0.4 },
    cost: '0',
  },
  { name: 'the offline router is free', model: 'offline', tokens: { inputTokens: 9 }, cost: '0' },
])('$name', async ({ name, model, tokens, cost }) => {
  await usage.add(entry({ orgId: name, model }, tokens));
  expect(await usage.report(name, { ...NOVEMBER, by: 'day' })).toMatchObject([{ cost }]);
});

test('a model without a known price is said to be so, and never counted as free', async () => {
  const orgId = 'unknown';
  await usage.add(entry({ orgId, model: 'openai/new', requests: 2 }, { outputTokens: 5 }));
  await usage.add(entry({ orgId }, { outputTokens: 10 }));
  expect(await usage.report(orgId, { ...NOVEMBER, by: 'model' })).toMatchObject([
    { key: 'openai/a', cost: '0.000006', unpricedRequests: 0 },
    { key: 'openai/new', cost: null, unpricedRequests: 2, outputTokens: 5 },
  ]);
  expect(await usage.report(orgId, { ...NOVEMBER, by: 'role' })).toMatchObject([
    { key: 'role', requests: 3, cost: '0.000006', unpricedRequests: 2 },
  ]);
});

test('reports by role, person and day; both borders are in', async () => {
  const orgId = 'by';
  const tokens = { outputTokens: 1_000_000 };
  await usage.add(entry({ orgId, roleId: 'r1', personId: 'p1' }, tokens));
  await usage.add(entry({ orgId, roleId: 'r2', personId: 'p1', model: 'openai/b' }, tokens));
  await usage.add(entry({ orgId, roleId: 'r2', personId: '' }, tokens));
  const report = async (by: 'role' | 'person' | 'day', days = NOVEMBER) =>
    (await usage.report(orgId, { ...days, by })).map(({ key, cost }) => [key, cost]);
  expect(await report('role')).toEqual([
    ['r2', '15.6'],
    ['r1', '0.6'],
  ]);
  expect(await report('person')).toEqual([
    ['p1', '15.6'],
    ['', '0.6'],
  ]);
  expect(
    await usage.report(orgId, { from: '2026-11-30', to: '2026-11-30', by: 'day' }),
  ).toHaveLength(1);
  expect(await usage.report(orgId, { from: '2026-12-01', to: '2026-11-30', by: 'day' })).toEqual(
    [],
  );
});

test('a day begins and ends in UTC, wherever the server and the database are', async () => {
  const orgId = 'days';
  for (const moment of ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z']) {
    now = new Date(moment);
    await usage.add(entry({ orgId }));
  }
  now = new Date('2026-11-30T10:00:00Z');
  const days = await usage.report(orgId, { from: '2026-11-01', to: '2026-12-31', by: 'day' });
  expect(days.map(({ key }) => key)).toEqual(['2026-11-30', '2026-12-01']);
});

test('ORG-01 usage of another organisation is in no report', async () => {
  await usage.add(entry({ orgId: 'mine' }));
  for (const by of ['role', 'person', 'model', 'day'] as const) {
    expect(await usage.report('theirs', { ...NOVEMBER, by })).toEqual([]);
  }
});

test('an addition whose answer was lost is counted once', async () => {
  const way = await openBreakably(database);
  const orgId = 'once';
  const far = createUsage({ ...parts, database: way.database });
  await far.add(entry({ orgId }));
  way.muffle();
  const adding = far.add(entry({ orgId }));
  const requests = async () => (await usage.report(orgId, { ...NOVEMBER, by: 'day' }))[0]?.requests;
  while ((await requests()) !== 2);
  await way.cut();
  await way.mend();
  await adding;
  expect(await requests()).toBe(2);
  await way.end();
});

test.each([
  ['a negative price', { m: { input: -1, output: 1 } }],
  ['an infinite one', { m: { input: Infinity, output: 1 } }],
  ['a misspelt field', { m: { input: 1, outputs: 1 } }],
])('a price table with %s is refused', (_, table) => {
  expect(modelPricesSchema.safeParse(table).success).toBe(false);
});
