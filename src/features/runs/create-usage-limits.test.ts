import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { createUsageLimits } from './create-usage-limits.ts';
import { createUsage } from './create-usage.ts';
import { runMigrations } from './run-migrations.ts';
import { limitAmountsSchema } from './usage-limits.ts';

const database = await createTestDatabase(runMigrations);
afterAll(() => database.drop());

const prices = { m: { input: 1, output: 1 } };
let now = new Date('2026-11-29T10:00:00Z');
const parts = { database, prices, now: () => now, newId: () => crypto.randomUUID() };
const usage = createUsage(parts);
const limits = createUsageLimits(parts);
const TURN = { roleId: 'role', personId: 'person' };

const use = (orgId: string, tokens: number, fields: Partial<typeof TURN> = {}) =>
  usage.add({
    orgId,
    ...TURN,
    ...fields,
    model: 'm',
    requests: 1,
    usage: { inputTokens: tokens, cachedInputTokens: 0, outputTokens: 0 },
  });
const at = async <Result>(moment: string, work: () => Promise<Result>): Promise<Result> => {
  const before = now;
  now = new Date(moment);
  const result = await work();
  now = before;
  return result;
};

test('a used-up limit says which one it is, how much is used, and when it starts anew', async () => {
  await limits.set('told', { roleId: 'role' }, { tokensPerDay: 1500 });
  await use('told', 1499);
  expect(await limits.refusalFor('told', TURN)).toBeUndefined();
  await use('told', 1, { personId: 'somebody else' });
  expect(await limits.refusalFor('told', TURN)).toMatchObject({
    code: 'limit-reached',
    text: {
      en: 'The daily token limit of this role is reached: 1,500 of 1,500 tokens are used. It starts anew at 2026-11-30 00:00 UTC; an administrator can raise it before then.',
      zh: '这个角色今天的 token 用量已达上限：已用 1,500 个，上限 1,500 个。将于 2026-11-30 00:00（UTC）重新计算；在此之前可由管理员调高上限。',
    },
    details: {
      limit: 'tokens-per-day',
      whose: 'role',
      resetsAt: '2026-11-30T00:00:00.000Z',
      retryAfterMs: 14 * 3600_000,
    },
  });
});

test('a day’s limit starts anew at midnight, a month’s with the month, in UTC', async () => {
  await limits.set('anew', {}, { tokensPerDay: 1000 });
  await use('anew', 1000);
  const refusal = () => limits.refusalFor('anew', TURN);
  expect(await at('2026-11-29T23:59:59.999Z', refusal)).toBeDefined();
  expect(await at('2026-11-30T00:00:00Z', refusal)).toBeUndefined();
  await limits.set('anew', {}, { costPerMonth: '0.001' });
  expect(await at('2026-11-30T23:59:59.999Z', refusal)).toMatchObject({
    message: expect.stringMatching(
      /^The monthly cost limit of your organisation is reached: 0\.001 of 0\.001 US dollars are used\. It starts anew at 2026-12-01 00:00 UTC/,
    ),
    details: { limit: 'cost-per-month', retryAfterMs: 1 },
  });
  expect(await at('2026-12-01T00:00:00Z', refusal)).toBeUndefined();
});

test('the last month of a year ends with it', async () => {
  await limits.set('year', {}, { costPerMonth: '0' });
  expect(await at('2026-12-31T12:00:00Z', () => limits.refusalFor('year', TURN))).toMatchObject({
    details: { resetsAt: '2027-01-01T00:00:00.000Z' },
  });
});

test.each([
  { whose: 'organisation', scope: {}, alsoForAnother: ['person', 'role'] },
  { whose: 'role', scope: { roleId: 'role' }, alsoForAnother: ['person'] },
  { whose: 'person', scope: { personId: 'person' }, alsoForAnother: ['role'] },
  { whose: 'person-in-role', scope: TURN, alsoForAnother: [] },
])('a limit of one $whose holds for that one only', async ({ whose, scope, alsoForAnother }) => {
  const orgId = `scope-${whose}`;
  await limits.set(orgId, scope, { tokensPerDay: 10 });
  await use(orgId, 10);
  expect(await limits.refusalFor(orgId, TURN)).toMatchObject({ details: { whose } });
  const anotherPerson = await limits.refusalFor(orgId, { ...TURN, personId: 'another' });
  const anotherRole = await limits.refusalFor(orgId, { ...TURN, roleId: 'another' });
  expect(anotherPerson !== undefined).toBe(new Set<string>(alsoForAnother).has('person'));
  expect(anotherRole !== undefined).toBe(new Set<string>(alsoForAnother).has('role'));
});

test('of two used-up limits the one that lasts longer is told', async () => {
  await limits.set('two', {}, { tokensPerDay: 1 });
  await limits.set('two', TURN, { costPerMonth: '0.000001', tokensPerDay: 1 });
  await use('two', 1);
  expect(await limits.refusalFor('two', TURN)).toMatchObject({
    details: { limit: 'cost-per-month', whose: 'person-in-role' },
  });
});

test('a limit is set in the place of the one before, listed with its use, and removed', async () => {
  const orgId = 'set';
  await limits.set(orgId, { personId: 'p' }, { tokensPerDay: 5 });
  await limits.set(orgId, {}, { tokensPerDay: 5 });
  await limits.set(orgId, {}, { costPerMonth: '12.50' });
  await at('2026-11-02T00:00:00Z', () => use(orgId, 4_000_000));
  await use(orgId, 3, { personId: 'p' });
  expect(await limits.list(orgId)).toEqual([
    { costPerMonth: '12.5', tokensToday: 3, costThisMonth: '4.000003' },
    { personId: 'p', tokensPerDay: 5, tokensToday: 3, costThisMonth: '0.000003' },
  ]);
  expect(await limits.remove(orgId, {})).toBe(true);
  expect(await limits.remove(orgId, {})).toBe(false);
  await limits.set(orgId, { personId: 'p' }, {});
  expect(await limits.list(orgId)).toEqual([]);
});

test('ORG-01 a limit of another organisation neither holds, nor counts, nor can be listed or removed', async () => {
  await limits.set('ours', {}, { tokensPerDay: 10 });
  await use('theirs', 10);
  expect(await limits.refusalFor('ours', TURN)).toBeUndefined();
  expect(await limits.refusalFor('theirs', TURN)).toBeUndefined();
  expect(await limits.list('theirs')).toEqual([]);
  expect(await limits.remove('theirs', {})).toBe(false);
  expect(await limits.list('ours')).toHaveLength(1);
});

test.each([
  { tokensPerDay: -1 },
  { tokensPerDay: 0.5 },
  { costPerMonth: '1e3' },
  { costPerMonth: '-1' },
])('an amount such as %j is refused', (amounts) => {
  expect(limitAmountsSchema.safeParse(amounts).success).toBe(false);
});
