import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { createRunStore } from './database-run-store.ts';
import { runMigrations } from './run-migrations.ts';
import type { RunRecord } from './run-store.ts';
import { runRecord } from './testing/run-record.ts';

const database = await createTestDatabase(runMigrations);
const store = createRunStore({ database });
afterAll(async () => {
  await store.close();
  await database.drop();
});

const minute = (n: number) => new Date(Date.UTC(2026, 10, 30, 10, n));
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
const ids = (runs: readonly Pick<RunRecord, 'id'>[]) => runs.map(({ id }) => id);

test('a run comes back as it was added', async () => {
  const run = runRecord({
    orgId: 'whole',
    turnId: 't',
    callId: 'c',
    calledBy: 'parent',
    status: 'partial',
    decisions: [{ stage: 'rerun', rule: 'ENV-12', note: 'run once' }],
    envelope: { ok: true, deep: [{ n: 1.5, text: '巧' }] },
    log: 'one\ntwo',
  });
  await store.add(run);
  expect(await store.get('whole', run.id)).toEqual(run);
});

test('a run whose skill returned what jsonb refuses is stored beside the others', async () => {
  const envelope = { nul: '\0', lone: '\ud800' };
  const runs = [runRecord({ orgId: 'odd', skill: '\0', envelope }), runRecord({ orgId: 'odd' })];
  await Promise.all(runs.map((run) => store.add(run)));
  await store.flush();
  expect(await store.list('odd', { limit: 9 })).toHaveLength(2);
  expect((await store.get('odd', runs[0]?.id ?? ''))?.envelope).toEqual({
    nul: '\ufffd',
    lone: '\ufffd',
  });
});

test('lists newest first, page by page, by every filter', async () => {
  const orgId = 'pages';
  const run = (id: string, fields: Partial<RunRecord>) => runRecord({ id, orgId, ...fields });
  const added = [
    run('a', { startedAt: minute(1), roleId: 'r2', turnId: 't1' }),
    run('b', { startedAt: minute(2), sessionId: 's2', turnId: 't1' }),
    run('c', { startedAt: minute(2), skill: 'other' }),
    run('d', { startedAt: minute(3), status: 'partial' }),
  ];
  for (const each of added) await store.add(each);
  const first = await store.list(orgId, { limit: 2 });
  expect(ids(first)).toEqual(['d', 'c']);
  expect(ids(await store.list(orgId, { limit: 2, after: first[1] }))).toEqual(['b', 'a']);
  expect(ids(await store.list(orgId, { limit: 9, roleId: 'r2' }))).toEqual(['a']);
  expect(ids(await store.list(orgId, { limit: 9, sessionId: 's2' }))).toEqual(['b']);
  expect(ids(await store.list(orgId, { limit: 9, turnId: 't1' }))).toEqual(['b', 'a']);
  expect(ids(await store.list(orgId, { limit: 9, skill: 'other' }))).toEqual(['c']);
  expect(ids(await store.list(orgId, { limit: 9, status: 'partial' }))).toEqual(['d']);
  expect(await store.list(orgId, { limit: 9, skill: 'no\0ne' })).toEqual([]);
});

test('ORG-01 a run of another organisation does not exist: not by id, list, breaker or retention', async () => {
  const run = runRecord({ orgId: 'mine', status: 'failed', startedAt: new Date(0) });
  await store.add(run);
  expect(await store.get('theirs', run.id)).toBeUndefined();
  expect(await store.list('theirs', { limit: 9 })).toEqual([]);
  const query = { roleId: run.roleId, skill: run.skill, since: new Date(0), limit: 2 };
  expect(await store.recent({ ...query, orgId: 'theirs' })).toEqual([]);
  expect(await store.removeBefore({ orgId: 'theirs' }, 1)).toBe(0);
  expect(await store.get('mine', run.id)).toBeDefined();
});

test('ENV-12 the breaker sees what is not written yet, and counts what is written once', async () => {
  const orgId = 'breaker';
  const query = { orgId, roleId: 'role', skill: 'weather', since: minute(0), limit: 2 };
  await store.add(runRecord({ orgId, startedAt: minute(1), status: 'failed' }));
  await store.add(runRecord({ orgId, startedAt: minute(2) }));
  expect(await store.recent(query)).toMatchObject([{ status: 'done' }, { status: 'failed' }]);
  await store.add(runRecord({ orgId, startedAt: minute(3), status: 'failed' }));
  const asked = store.recent({ ...query, limit: 9 });
  await store.flush();
  expect(await asked).toHaveLength(3);
  expect(await store.recent({ ...query, since: new Date(minute(2).getTime() + 11) })).toHaveLength(
    1,
  );
  // A run that began before, and ended after.
  const long = { startedAt: minute(0), durationMs: 3600_000, orgId, status: 'partial' } as const;
  await store.add(runRecord(long));
  expect(await store.recent({ ...query, since: minute(9), limit: 1 })).toMatchObject([
    { status: 'partial' },
  ]);
});

test('ENV-12 a failure on one server is in the next count of another', async () => {
  const other = createRunStore({ database });
  const orgId = 'two-servers';
  const query = { orgId, roleId: 'role', skill: 'weather', since: minute(0), limit: 2 };
  await other.add(runRecord({ orgId, startedAt: minute(1), status: 'failed' }));
  expect(await store.recent(query)).toMatchObject([{ status: 'failed' }]);
  await store.add(runRecord({ orgId, startedAt: minute(2), status: 'failed' }));
  expect(await other.recent(query)).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
  await other.close();
});

test('many runs are few statements, and two servers at once lose none', async () => {
  let statements = 0;
  const counted = {
    ...database,
    run: (statement: Parameters<typeof database.run>[0]) => {
      statements += 1;
      return database.run(statement);
    },
  };
  const stores = [createRunStore({ database: counted }), createRunStore({ database: counted })];
  const added = Array.from({ length: 900 }, (_, at) => ({
    at,
    run: runRecord({ orgId: 'many', envelope: { at } }),
  }));
  await Promise.all(added.map(async ({ at, run }) => stores[at % 2]?.add(run)));
  await Promise.all(stores.map((each) => each.close()));
  expect(await store.list('many', { limit: 1000 })).toHaveLength(900);
  expect(statements).toBeLessThan(20);
});

test('a run added twice is one', async () => {
  const run = runRecord({ orgId: 'twice' });
  await Promise.all([store.add(run), store.add(run)]);
  await store.flush();
  await store.add(run);
  expect(await store.list('twice', { limit: 9 })).toHaveLength(1);
});

test('a run that PostgreSQL will never take is told of and left out; its neighbours are written', async () => {
  const problems: unknown[] = [];
  const told = createRunStore({ database, onProblem: (_, id) => problems.push(id) });
  const wrong = runRecord({ orgId: 'refused', id: 'wrong', attempts: 2 ** 40 });
  const runs = [runRecord({ orgId: 'refused' }), wrong, runRecord({ orgId: 'refused' })];
  for (const run of runs) await told.add(run);
  await told.close();
  expect(problems).toEqual(['wrong']);
  expect(await store.list('refused', { limit: 9 })).toHaveLength(2);
});

test('removes what is older than asked for, of one organisation or of all', async () => {
  const old = Array.from({ length: 1200 }, () =>
    runRecord({ orgId: 'old', startedAt: daysAgo(31) }),
  );
  const young = runRecord({ orgId: 'old', startedAt: daysAgo(29) });
  await Promise.all([...old, young].map((run) => store.add(run)));
  await store.add(runRecord({ orgId: 'elsewhere', startedAt: daysAgo(31), status: 'failed' }));
  await store.flush();
  expect(await store.removeBefore({ orgId: 'old' }, 30)).toBe(1200);
  expect(ids(await store.list('old', { limit: 9 }))).toEqual([young.id]);
  expect(await store.list('elsewhere', { limit: 9 })).toHaveLength(1);
  expect(await store.removeBefore('all', 30)).toBeGreaterThanOrEqual(1);
  expect(await store.list('elsewhere', { limit: 9 })).toEqual([]);
});

test('an envelope of some megabytes is stored cut', async () => {
  const envelope: JsonObject = { ok: true, text: '🌉'.repeat(1_000_000) };
  const run = runRecord({ orgId: 'large', envelope });
  await store.add(run);
  expect(await store.get('large', run.id)).toHaveProperty('envelope._cut.fields', ['text']);
});
