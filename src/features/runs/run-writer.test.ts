import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { createRunStore } from './database-run-store.ts';
import { runMigrations } from './run-migrations.ts';
import { openBreakably } from './testing/breakable-connection.ts';
import { runRecord } from './testing/run-record.ts';

const database = await createTestDatabase(runMigrations);
afterAll(() => database.drop());

const countOf = async (orgId: string) => {
  const text = 'select count(*) as runs from platform.runs where org_id = $1';
  const [row] = await database.run({ name: '', text, values: [orgId] });
  return row?.['runs'];
};

/** Ends the backends that wait for a lock, once there is one. */
const endWaiting = async () => {
  const text = `select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (;;) {
    const [row] = await database.run({ name: '', text, values: [] });
    if (row?.['ended'] !== 0) return;
  }
};

test('a connection that is ended in mid-write loses nothing and writes nothing twice', async () => {
  const store = createRunStore({ database });
  const locker = await database.connect();
  await locker.query('begin; lock table platform.runs in share mode');
  await Promise.all([1, 2, 3].map(() => store.add(runRecord({ orgId: 'ended' }))));
  const written = store.flush();
  await endWaiting();
  await locker.query('rollback');
  await locker.end();
  await written;
  await store.close();
  expect(await countOf('ended')).toBe(3);
});

test('two servers whose connections are ended again and again lose nothing', async () => {
  const stores = [createRunStore({ database }), createRunStore({ database })];
  const adding = stores.map(async (store) => {
    for (let run = 0; run < 200; run += 1) {
      await store.add(runRecord({ orgId: 'restless', status: run % 20 === 0 ? 'failed' : 'done' }));
    }
    await store.close();
  });
  const written = new AbortController();
  const killer = await database.connect();
  const killing = (async () => {
    let ended = 0;
    while (ended < 12 && !written.signal.aborted) {
      const { rowCount } =
        await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active' and query like 'insert%'`);
      ended += rowCount ?? 0;
    }
    return ended;
  })();
  await Promise.all(adding);
  written.abort();
  expect(await killing).toBeGreaterThan(0);
  await killer.end();
  expect(await countOf('restless')).toBe(400);
});

test('a group that was written, but whose answer was lost, is not there twice', async () => {
  const way = await openBreakably(database);
  const store = createRunStore({ database: way.database });
  await store.add(runRecord({ orgId: 'unheard' }));
  await store.flush();
  way.muffle();
  await store.add(runRecord({ orgId: 'unheard' }));
  const written = store.flush();
  while ((await countOf('unheard')) !== 2);
  await way.cut();
  await way.mend();
  await written;
  expect(await countOf('unheard')).toBe(2);
  await store.close();
  await way.end();
});

test('while the database is away, runs wait in memory, then those who add them; later all are written', async () => {
  const way = await openBreakably(database, { patienceMs: 0 });
  const problems: unknown[] = [];
  const store = createRunStore({
    database: way.database,
    onProblem: (problem) => problems.push(problem),
  });
  await way.cut();
  let added = 0;
  const adding = Array.from({ length: 2500 }, async () => {
    await store.add(runRecord({ orgId: 'away' }));
    added += 1;
  });
  await expect(store.flush()).rejects.toMatchObject({ code: 'database-unavailable' });
  expect(added).toBeLessThanOrEqual(2100);
  expect(problems).not.toEqual([]);
  await way.mend();
  await Promise.all(adding);
  await store.close();
  expect(await countOf('away')).toBe(2500);
  await way.end();
});

test('a failed run does not hold its turn for ever while the database is away', async () => {
  const way = await openBreakably(database, { patienceMs: 0 });
  const store = createRunStore({ database: way.database });
  await way.cut();
  await store.add(runRecord({ orgId: 'held', status: 'failed' }));
  await way.mend();
  await store.close();
  expect(await countOf('held')).toBe(1);
  await way.end();
});

test('closing without a database says how many records are lost, and frees who waits', async () => {
  const way = await openBreakably(database, { patienceMs: 0 });
  const store = createRunStore({ database: way.database });
  await way.cut();
  const adding = Array.from({ length: 2150 }, () => store.add(runRecord({ orgId: 'lost' })));
  await expect(store.close()).rejects.toThrow(/the records of 2150 runs were not saved/);
  await Promise.all(adding);
  await way.mend();
  await way.end();
});
