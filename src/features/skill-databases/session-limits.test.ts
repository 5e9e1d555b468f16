import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseFixture, told, type DatabaseFixture } from './testing/database-fixture.ts';

const LIMITS = {
  sessionMs: 1500,
  statementMs: 200,
  lockMs: 100,
  rows: 50,
  resultBytes: 100_000,
  pendingStatements: 4,
  sessionsOfRun: 2,
  sessionsOfTeam: 3,
  connectionsOfTeam: 3,
  sessions: 4,
  waitMs: 200,
};

let fixture: DatabaseFixture;
beforeAll(async () => {
  fixture = await createDatabaseFixture(LIMITS);
});
afterAll(() => fixture.close());

const failure = (work: Promise<unknown>) => work.then(() => 'nothing failed', told);

/** Waits, on the server's side, until the team has no connection left. */
async function nobodyLeft(org: string): Promise<boolean> {
  const values = [await fixture.roleOf(org)];
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await fixture.database.run({
      name: '',
      text: 'select count(*) as left, pg_sleep(0.02) from pg_stat_activity where usename = $1',
      values,
    });
    if (row?.['left'] === 0) return true;
  }
  return false;
}

test.each([
  ['sleeps', 'select pg_sleep(60)'],
  ['counts for ever', 'select count(*) from generate_series(1, 1e12)'],
  [
    'recurses for ever',
    'with recursive r as (select 1 union all select 1 from r) select count(*) from r',
  ],
  ['joins all with all', 'select count(*) from pg_class a, pg_class b, pg_class c, pg_class d'],
])('RUN-06 a statement that %s is cancelled, and the session lives', async (_, sql) => {
  const run = fixture.run('slow');
  const session = await run.open();
  expect(await failure(run.execute(session, sql, null))).toMatch(/^57014: .*more than 0.2 s/);
  await run.end(session, 'rollback');
  expect(await run.execute(session, 'select 1', null)).toMatchObject({ rows: [[1]] });
  await run.end(session, 'close');
});

test.each([
  ['turns its time limit off', ['set statement_timeout = 0', 'select pg_sleep(60)']],
  [
    'catches its own cancellation',
    [
      'set statement_timeout = 0',
      `do $$ begin loop begin perform pg_sleep(60); exception when query_canceled then null; end; end loop; end $$`,
    ],
  ],
  [
    'catches every time-out',
    [
      `do $$ begin loop begin loop end loop; exception when query_canceled then null; end; end loop; end $$`,
    ],
  ],
])('CTX-07 a session that %s ends all the same, on the server too', async (_, statements) => {
  const run = fixture.run('stubborn');
  const session = await run.open();
  const all = statements.map((sql) => failure(run.execute(session, sql, null)));
  expect((await Promise.all(all)).at(-1)).toMatch(/^limit-reached: The database session lasted/);
  expect(await nobodyLeft('stubborn')).toBe(true);
  expect(await failure(run.execute(session, 'select 1', null))).toMatch(/lasted more than 1.5 s/);
  await run.end(session, 'close');
});

test('CTX-07 an idle session ends after its time, and its locks with it', async () => {
  await fixture.once('idle', 'create table t (a int)');
  const run = fixture.run('idle');
  const session = await run.open();
  await run.execute(session, 'lock table t', null);
  expect(await fixture.once('idle', 'select * from t')).toMatch(/^55P03: .*more than 0.1 s/);
  expect(await nobodyLeft('idle')).toBe(true);
  expect(await failure(run.end(session, 'commit'))).toMatch(/lasted more than 1.5 s/);
  expect(await fixture.once('idle', 'select * from t')).toMatchObject({ rows: [] });
});

test('RUN-06 a result of too many rows is refused, counts as a failure, and nothing is lost of the session', async () => {
  const run = fixture.run('rows');
  const session = await run.open();
  const all = (count: number) => run.execute(session, `select generate_series(1, ${count})`, null);
  expect(await all(50)).toMatchObject({ row_count: 50 });
  expect(await failure(all(51))).toMatch(
    /^limit-reached: The result has more than 50 rows. Roll back, then use LIMIT/,
  );
  expect(await failure(all(1))).toMatch(/^25P02: .*roll back/);
  expect(await failure(run.end(session, 'commit'))).toMatch(/^25P02: Nothing was committed/);
  expect(await all(1)).toMatchObject({ row_count: 1 });
  await run.end(session, 'close');
});

test.each([
  ['one value', `select repeat('x', 5000000)`],
  ['many rows', `select repeat('x', 10000) from generate_series(1, 40)`],
  [
    'notices',
    `do $$ begin set client_min_messages = notice; for i in 1..100 loop raise notice '%', repeat('x', 10000); end loop; end $$`,
  ],
])('RUN-06 a result of too many bytes (%s) ends the session with a sentence', async (_, sql) => {
  const run = fixture.run('bytes');
  const session = await run.open();
  expect(await failure(run.execute(session, sql, null))).toMatch(
    /^limit-reached: The result has more than 100000 bytes/,
  );
  expect(await failure(run.execute(session, 'select 1', null))).toMatch(/cut off|100000/);
  await run.end(session, 'close');
  expect(await nobodyLeft('bytes')).toBe(true);
});

test('RUN-06 statements that wait, sessions of a run and sessions of a team are counted', async () => {
  const run = fixture.run('counted');
  const session = await run.open();
  const five = [1, 2, 3, 4, 5].map(() => failure(run.execute(session, 'select 1', null)));
  expect((await Promise.all(five)).at(-1)).toMatch(/^limit-reached: More than 4 statements/);
  const second = await run.open();
  expect(await failure(run.open())).toMatch(/^limit-reached: One run may have 2/);
  const other = fixture.run('counted');
  const third = await other.open();
  expect(await failure(other.open())).toMatch(/^limit-reached: No database session became free/);
  const waiting = other.open();
  await run.end(second, 'close');
  const fourth = await waiting;
  // Another team is not kept waiting by this one.
  expect(await fixture.once('elsewhere', 'select 1')).toMatchObject({ rows: [[1]] });
  for (const each of [third, fourth]) await other.end(each, 'close');
  await run.end(session, 'close');
});

test('RUN-06 a run that ends while it waits for a place waits no longer', async () => {
  const holders = fixture.run('queue');
  const held = [await holders.open(), await holders.open()];
  const third = fixture.run('queue');
  held.push(await third.open());
  const controller = new AbortController();
  const use = { orgId: 'queue', teamId: 'team', signal: controller.signal };
  const waiting = failure(fixture.databases.sessionsFor(use).open());
  controller.abort();
  expect(await waiting).toMatch(/^limit-reached: This run of the skill is over/);
  for (const id of held) await holders.end(id, 'close');
  await third.end(held[2] ?? '', 'close');
});

test('CTX-07 an advisory lock is gone with its session, so that nobody waits longer than that', async () => {
  const run = fixture.run('locks');
  const session = await run.open();
  await run.execute(session, 'select pg_advisory_lock(3853314791062309107)', null);
  await run.end(session, 'commit');
  // What the platform's own migrations take.
  await fixture.database.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock(3853314791062309107)');
  });
  expect(await failure(run.execute(session, 'select 1', null))).toMatch(/lasted more than/);
});

test('CTX-07 what is notified on a platform channel reaches no skill, and a forged one is only a hint', async () => {
  const listener = await fixture.database.connect();
  await listener.query('listen qiao_events');
  const notified = once(listener, 'notification');
  const run = fixture.run('notify');
  const session = await run.open();
  await run.execute(session, 'listen qiao_events', null);
  await run.execute(session, `notify qiao_events, '{"session":"forged"}'`, null);
  await run.end(session, 'commit');
  expect(await notified).toMatchObject([{ payload: '{"session":"forged"}' }]);
  // The session was told as well, and can't read it by any statement.
  expect(await run.execute(session, 'select 1', null)).toEqual({
    columns: ['?column?'],
    rows: [[1]],
    row_count: 1,
  });
  await run.end(session, 'close');
  await listener.end();
});

test('CTX-07 a session that the server cuts off is told, and another can be opened', async () => {
  const run = fixture.run('cut');
  const session = await run.open();
  await run.execute(session, 'select 1', null);
  const values = [await fixture.roleOf('cut')];
  const text = 'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1';
  await fixture.database.run({ name: '', text, values });
  expect(await failure(run.execute(session, 'select 1', null))).toMatch(
    /^(57P01|database-unavailable): The database session was cut off/,
  );
  await run.end(session, 'close');
  const next = await run.open();
  expect(await run.execute(next, 'select 1', null)).toMatchObject({ rows: [[1]] });
  await run.end(next, 'close');
});
