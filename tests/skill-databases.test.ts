// Real Python and TypeScript skills on a real PostgreSQL, through the real workers.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import {
  createNodeRuntime,
  createPythonRuntime,
  type SkillRuntime,
} from '#features/runtimes/index.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';
import {
  createDatabaseFixture,
  type DatabaseFixture,
} from '#features/skill-databases/testing/database-fixture.ts';

let fixture: DatabaseFixture;
let folder: string;
let runtimes: Record<'python' | 'node', SkillRuntime>;
const sandbox = createPlainSandbox();
beforeAll(async () => {
  fixture = await createDatabaseFixture({ sessionMs: 3000 });
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qiao-skill-databases-')));
  const parts = { sandbox, spillFolder: join(folder, 'spill'), language: 'en' as const };
  runtimes = {
    python: createPythonRuntime(parts),
    node: createNodeRuntime({ ...parts, cacheFolder: join(folder, 'cache') }),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(runtimes).map((runtime) => runtime.close()));
  await sandbox.close();
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

let skills = 0;

/** One run of a handler, whose sessions end with it. */
async function run(language: 'python' | 'node', code: string, context: JsonObject = {}) {
  skills += 1;
  const place = join(folder, `skill-${skills}`);
  const workspace = join(folder, `workspace-${skills}`);
  const file = language === 'python' ? 'handler.py' : 'handler.ts';
  await mkdir(place);
  await mkdir(workspace);
  await writeFile(join(place, file), code);
  const over = new AbortController();
  const program = { kind: 'handler', file, language } as const;
  const { outcome } = await runtimes[language].run(
    {
      skill: `s${skills}`,
      version: `v${skills}`,
      folder: place,
      program,
      environment: {},
      network: { kind: 'none' },
    },
    {},
    {
      workspace,
      context,
      limits: { wallMs: 60_000, processMs: 60_000, memoryBytes: 512 * 1024 * 1024 },
      signal: new AbortController().signal,
      callSkill: async () => ({}),
      provider: { chat: () => Promise.reject(new TypeError('no model')) },
      database: fixture.databases.sessionsFor({ orgId: 'o', teamId: 't', signal: over.signal }),
      progress: () => undefined,
    },
  );
  over.abort();
  return outcome;
}

const returned = (value: unknown) => ({ status: 'returned', value });

test('RUN-06, CTX-07 an asynchronous Python skill works with db_factory as with SQLAlchemy', async () => {
  const code = `
import datetime, decimal
async def execute(i, ctx):
    async with ctx["db_factory"]() as db:
        await db.execute("create table notes (id bigint primary key, body text, price numeric, at timestamptz, doc jsonb)")
        await db.execute("insert into notes values (:id, :body, :price, :at, :doc)", [
            {"id": n, "body": "it's ::x", "price": decimal.Decimal("1.10"), "doc": {"n": [n]},
             "at": datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)} for n in (1, 2**62)])
        await db.commit()
    db = ctx["db_factory"]()
    result = await db.execute("select * from notes where id in :ids order by id", {"ids": (1, 2**62)})
    first, second = result.fetchall()
    count = (await db.execute("select count(*) from notes")).first().count
    await db.close()
    return [first["body"], first.price, first[3], first.doc, second.id, count, result.rowcount]
`;
  expect(await run('python', code)).toEqual(
    returned([
      "it's ::x",
      '1.10',
      '2026-01-02T00:00:00+00:00',
      { n: [1] },
      '4611686018427387904',
      2,
      2,
    ]),
  );
});

test('RUN-06, CTX-07 a synchronous Python skill works with the same calls, without await', async () => {
  const code = `
def execute(i, ctx):
    with ctx["db_factory"]() as db:
        db.execute("create table s (a int)")
        db.execute("insert into s values (:a)", [{"a": 1}, {"a": 2}])
        db.commit()
    with ctx["db_factory"]() as db:
        return [db.scalar("select sum(a) from s"), db.execute("select a from s").mappings().all(), ctx["db"]]
`;
  expect(await run('python', code)).toEqual(returned([3, [{ a: 1 }, { a: 2 }], null]));
});

test('RUN-06, CTX-07 a TypeScript skill works with the same names', async () => {
  const code = `
export async function execute(input: unknown, ctx: any) {
  const db = await ctx.db_factory();
  await db.execute('create table ts (id int, body text)');
  await db.execute('insert into ts values (:id, :body)', [{ id: 1, body: 'a' }, { id: 2, body: 'b' }]);
  await db.commit();
  const result = await db.execute('select * from ts where id = any($1) order by id', [[1, 2]]);
  const one = (await db.execute('select count(*) from ts')).scalar_one();
  await db.close();
  return [result.all(), result.mappings().first(), result.fetchone(), result.rowcount, one];
}`;
  const rows = [
    { id: 1, body: 'a' },
    { id: 2, body: 'b' },
  ];
  expect(await run('node', code)).toEqual(returned([rows, rows[0], rows[0], 2, 2]));
});

test.each([
  [
    'python',
    `
async def execute(i, ctx):
    await ctx["db"].execute("create table if not exists legacy (a int)")
    await ctx["db"].execute("insert into legacy values (1)")
    return (await ctx["db"].execute("select count(*) from legacy")).scalar()
`,
  ],
  [
    'node',
    `
export async function execute(input: unknown, ctx: any) {
  await ctx.db.execute('create table if not exists legacy (a int)');
  await ctx.db.execute('insert into legacy values (1)');
  return (await ctx.db.execute('select count(*) from legacy')).scalar();
}`,
  ],
] as const)(
  'CTX-07 the legacy ctx.db of an asynchronous %s entry is committed with the run',
  async (language, code) => {
    const first = await run(language, code);
    expect(first).toMatchObject({ status: 'returned' });
    const before = first.status === 'returned' ? Number(first.value) : NaN;
    expect(await run(language, code)).toEqual(returned(before + 1));
  },
);

test.each([
  [
    'python',
    `
async def execute(i, ctx):
    async with ctx["db_factory"]() as db:
        await db.execute("create table undone (a int)")
        raise ValueError("no")
`,
    'ValueError',
  ],
  [
    'node',
    `
export async function execute(input: unknown, ctx: any) {
  await using db = ctx.db_factory();
  await db.execute('create table undone (a int)');
  throw new RangeError('no');
}`,
    'RangeError',
  ],
] as const)(
  'CTX-07 an exception of a %s skill undoes what was not committed',
  async (language, code, name) => {
    expect(await run(language, code)).toMatchObject({ status: 'raised', exception: { name } });
    const check = `
async def execute(i, ctx):
    async with ctx["db_factory"]() as db:
        return await db.scalar("select to_regclass('undone') is null")
`;
    expect(await run('python', check)).toEqual(returned(true));
  },
);

test('CTX-07 what PostgreSQL refuses reaches the skill with its SQLSTATE and a sentence', async () => {
  const code = `
async def execute(i, ctx):
    told = []
    async with ctx["db_factory"]() as db:
        for sql in ("select * from nowhere", "select 1", "select * from platform.skill_databases"):
            try:
                await db.execute(sql)
            except RuntimeError as error:
                told.append([error.code, str(error)])
            if len(told) == 2:
                await db.rollback()
    return told
`;
  const outcome = await run('python', code);
  expect(outcome).toMatchObject({
    value: [
      ['42P01', expect.stringMatching(/relation "nowhere" does not exist.*roll back/)],
      ['25P02', expect.stringMatching(/roll back/)],
      ['42501', expect.stringMatching(/own schema and nothing else/)],
    ],
  });
});

test("CTX-07 a session's id of another run is no use", async () => {
  const theirs = fixture.run('o', 't');
  const session = await theirs.open();
  const code = `
async def execute(i, ctx):
    db = ctx["db_factory"]()
    db._id = "${session}"
    try:
        await db.execute("select 1")
    except RuntimeError as error:
        return str(error)
`;
  expect(await run('python', code)).toMatchObject({
    value: expect.stringMatching(/belongs to another run/),
  });
  await theirs.end(session, 'close');
});

test('CTX-07 a session that lasts too long is ended and the skill is told', async () => {
  const code = `
import asyncio
async def execute(i, ctx):
    async with ctx["db_factory"]() as db:
        await db.execute("create table late (a int)")
        await asyncio.sleep(3.2)
        await db.commit()
`;
  expect(await run('python', code)).toMatchObject({
    status: 'raised',
    exception: { code: 'limit-reached', message: expect.stringMatching(/lasted more than 3 s/) },
  });
});
