import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSkillDatabases } from './skill-databases.ts';
import {
  createDatabaseFixture,
  PASSWORD_KEY,
  told,
  type DatabaseFixture,
} from './testing/database-fixture.ts';

let fixture: DatabaseFixture;
beforeAll(async () => {
  fixture = await createDatabaseFixture();
});
afterAll(() => fixture.close());

const failure = (work: Promise<unknown>) => work.then(() => 'nothing failed', told);

test('CTX-07 a team has a schema of its own, found again by the next run', async () => {
  await fixture.once('keeps', 'create table notes (id int primary key, body text)');
  await fixture.once('keeps', 'insert into notes values (:id, :body)', { id: 1, body: '巧' });
  expect(await fixture.once('keeps', 'select * from notes')).toEqual({
    columns: ['id', 'body'],
    rows: [[1, '巧']],
    row_count: 1,
  });
});

test('CTX-07, ORG-01 teams of one org, and an org without teams, each have their own', async () => {
  const teams = ['a', 'b', ''];
  for (const team of teams) {
    const run = fixture.run('split', team);
    const session = await run.open();
    await run.execute(session, 'create table mine (team text)', null);
    await run.execute(session, 'insert into mine values (:team)', { team });
    await run.end(session, 'commit');
    expect(await run.execute(session, 'select team from mine', null)).toMatchObject({
      rows: [[team]],
    });
    await run.end(session, 'close');
  }
  const roles = await Promise.all(teams.map((team) => fixture.roleOf('split', team)));
  expect(new Set(roles).size).toBe(3);
});

test('CTX-07 the first use by many at once, in several servers, makes one role', async () => {
  const parts = { database: fixture.database, passwordKey: PASSWORD_KEY, newId: randomUUID };
  const servers = [1, 2, 3].map(() => createSkillDatabases(parts));
  const use = { orgId: 'race', teamId: 't', signal: new AbortController().signal };
  const users = await Promise.all(
    [...servers, ...servers].map(async (server) => {
      const run = server.sessionsFor(use);
      return await run.execute(await run.open(), 'select current_user::text', null);
    }),
  );
  const role = await fixture.roleOf('race', 't');
  expect(users.map(({ rows }) => rows)).toEqual(users.map(() => [[role]]));
  await Promise.all(servers.map((server) => server.close()));
});

test('CTX-07 many teams that come for the first time at once do not hinder one another', async () => {
  const orgs = Array.from({ length: 12 }, (_, index) => `crowd-${index}`);
  const answers = await Promise.all(orgs.map((org) => fixture.once(org, 'create table t (a int)')));
  expect(answers).toEqual(orgs.map(() => ({ columns: [], rows: [], row_count: 0 })));
});

test('CTX-07 a password that a skill has changed is put right at the next opening', async () => {
  await fixture.once('locked', 'select 1');
  const lock = `alter role current_user password 'taken' ; `.replace(' ; ', '');
  expect(await fixture.once('locked', lock)).toMatchObject({ row_count: 0 });
  expect(await fixture.once('locked', 'select 2')).toMatchObject({ rows: [[2]] });
});

test('CTX-07 presets that a skill gives its role do not hold in the next session', async () => {
  await fixture.once('presets', `alter role current_user set search_path = pg_catalog`);
  await fixture.once('presets', `alter role current_user set statement_timeout = 0`);
  const shown = await fixture.once(
    'presets',
    `select current_schema() = current_user, current_setting('statement_timeout')`,
  );
  expect(shown).toMatchObject({ rows: [[true, '15s']] });
});

test('CTX-07 nothing of a session is in the next one', async () => {
  const run = fixture.run('fresh');
  const session = await run.open();
  await run.execute(session, 'prepare kept as select 1', null);
  await run.execute(session, `set my.value = 'left'`, null);
  await run.end(session, 'commit');
  await run.end(session, 'close');
  expect(await fixture.once('fresh', 'execute kept')).toMatch(/^26000/);
  expect(await fixture.once('fresh', `select current_setting('my.value', true)`)).toMatchObject({
    rows: [[null]],
  });
});

test("CTX-07 another run's session does not exist", async () => {
  const mine = fixture.run('ids');
  const session = await mine.open();
  const theirs = fixture.run('ids');
  expect(await failure(theirs.execute(session, 'select 1', null))).toMatch(
    /belongs to another run/,
  );
  expect(await failure(theirs.end(session, 'commit'))).toMatch(/belongs to another run/);
  await theirs.end(session, 'close');
  expect(await mine.execute(session, 'select 1', null)).toMatchObject({ row_count: 1 });
  await mine.end(session, 'close');
  expect(await failure(mine.execute(session, 'select 1', null))).toMatch(
    /^input-invalid: There is no/,
  );
});

test('CTX-07 the end of the run ends its sessions and undoes what was not committed', async () => {
  await fixture.once('ends', 'create table t (a int)');
  const controller = new AbortController();
  const run = fixture.databases.sessionsFor({
    orgId: 'ends',
    teamId: 'team',
    signal: controller.signal,
  });
  const session = await run.open();
  await run.execute(session, 'insert into t values (1)', null);
  const running = failure(run.execute(session, 'select pg_sleep(10)', null));
  controller.abort();
  expect(await running).toMatch(/no such database session/);
  expect(await failure(run.open())).toMatch(/^stopped: .*over/);
  expect(await fixture.once('ends', 'select count(*) from t')).toMatchObject({ rows: [[0]] });
});

test('CTX-07 after an error nothing but a rollback goes, and the skill is told', async () => {
  const run = fixture.run('rule');
  const session = await run.open();
  await run.execute(session, 'create table r (a int)', null);
  await run.end(session, 'commit');
  await run.execute(session, 'insert into r values (1)', null);
  const first = await failure(run.execute(session, 'select nowhere from r', null));
  expect(first).toBe(
    '42703: The SQL failed (42703): column "nowhere" does not exist. The transaction has failed: roll back before the next statement.',
  );
  expect(await failure(run.execute(session, 'select 1', null))).toMatch(/^25P02: .*roll back/);
  expect(await failure(run.end(session, 'commit'))).toMatch(/^25P02: Nothing was committed/);
  expect(await run.execute(session, 'select count(*) from r', null)).toMatchObject({ rows: [[0]] });
  await run.execute(session, 'savepoint s', null);
  await failure(run.execute(session, 'select 1/0', null));
  await run.execute(session, 'rollback to savepoint s', null);
  await run.end(session, 'rollback');
  await run.end(session, 'close');
});

test('CTX-07 many sets of parameters are all done or none', async () => {
  await fixture.once('sets', 'create table t (a int)');
  const run = fixture.run('sets');
  const session = await run.open();
  const sql = 'insert into t values (:a)';
  const reason = await failure(run.execute(session, sql, [{ a: 1 }, { b: 2 }]));
  expect(reason).toMatch(/^input-invalid: .*no "a".* roll back before the next statement/);
  expect(await failure(run.end(session, 'commit'))).toMatch(/Nothing was committed/);
  expect(await run.execute(session, 'select * from t', null)).toMatchObject({ row_count: 0 });
  await run.end(session, 'close');
});

test('CTX-07 a failure that comes with the commit is told', async () => {
  const run = fixture.run('deferred');
  const session = await run.open();
  const unique = 'create table d (a int, constraint one unique (a) deferrable initially deferred)';
  await run.execute(session, unique, null);
  await run.execute(session, 'insert into d values (1), (1)', null);
  expect(await failure(run.end(session, 'commit'))).toMatch(/^23505: .*Key \(a\)=\(1\)/);
  await run.end(session, 'close');
});

test('CTX-07 statements of one session run in the order they were given', async () => {
  const run = fixture.run('order');
  const session = await run.open();
  const all = await Promise.all([
    run.execute(session, 'create table o (a int)', null),
    run.execute(session, 'insert into o values (1), (2)', null),
    run.execute(session, 'select sum(a) from o', null),
  ]);
  expect(all[2]).toMatchObject({ rows: [[3]] });
  await run.end(session, 'close');
});
