import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import type { SkillDatabase } from '../runtime.ts';
import { createPythonFixture, type PythonFixture } from './python-fixture.ts';

let fixture: PythonFixture;
beforeAll(async () => {
  fixture = await createPythonFixture();
});
afterAll(() => fixture.close());

interface Statement {
  readonly session: string;
  readonly sql: string;
  readonly parameters: unknown;
}

function recordingDatabase() {
  const opened: string[] = [];
  const statements: Statement[] = [];
  const ends: string[] = [];
  const database: SkillDatabase = {
    open: async () => {
      opened.push(`s${opened.length + 1}`);
      return opened.at(-1) ?? '';
    },
    execute: async (session, sql, parameters) => {
      statements.push({ session, sql, parameters });
      if (sql.includes('missing')) {
        const text = { zh: '表不存在', en: 'no such table' };
        throw new AppError('input-invalid', text, { details: { sqlState: '42P01' } });
      }
      return { columns: ['id', 'name'], rows: [[1, 'a'], [2, 'b']], row_count: 2 }; // prettier-ignore
    },
    end: async (session, how) => void ends.push(`${how} ${session}`),
  };
  return { database, opened, statements, ends };
}

test('RUN-06, CTX-07 db_factory gives a session that reads, commits and closes', async () => {
  const { database, statements, ends } = recordingDatabase();
  const code = `
import datetime
class Text:
    text = "select 2"
async def execute(i, ctx):
    async with ctx["db_factory"]() as db:
        first = (await db.execute("select :d", {"d": datetime.date(2026, 1, 2)})).all()
        names = (await db.execute(Text())).scalars(1).all()
        maps = (await db.execute("select 3")).mappings().first()
        one = (await db.execute("select 4")).first()
        n = await db.scalar("select 5")
        await db.commit()
    return [len(first), first[0].name, names, maps, one._mapping, one[1], n]
`;
  const { outcome } = await fixture.run(code, {}, { database });
  const row = { id: 1, name: 'a' };
  expect(outcome).toEqual({ status: 'returned', value: [2, 'a', ['a', 'b'], row, row, 'a', 1] });
  expect(statements[0]).toEqual({
    session: 's1',
    sql: 'select :d',
    parameters: { d: '2026-01-02' },
  });
  expect(statements[1]?.sql).toBe('select 2');
  expect(ends).toEqual(['commit s1', 'close s1']);
});

test('CTX-07 a session is opened at first use and rolled back on an exception', async () => {
  const { database, opened, ends } = recordingDatabase();
  const code = `
async def execute(i, ctx):
    async with ctx["db_factory"]() as unused:
        pass
    async with ctx["db_factory"]() as db:
        await db.execute("select * from missing")
`;
  const { outcome } = await fixture.run(code, {}, { database });
  expect(outcome).toMatchObject({
    status: 'raised',
    exception: { name: 'PlatformError', message: 'no such table', code: '42P01' },
  });
  expect(opened).toEqual(['s1']);
  expect(ends).toEqual(['rollback s1', 'close s1']);
});

test('CTX-07 an asynchronous entry has a lazy db, committed and closed after it; a null in the context stays', async () => {
  const { database, opened, ends } = recordingDatabase();
  const code = `
async def execute(i, ctx):
    return None if ctx["db"] is None else (await ctx["db"].execute("select 1")).scalar()
`;
  const first = await fixture.run(code, {}, { database });
  expect(first.outcome).toEqual({ status: 'returned', value: 1 });
  expect(ends).toEqual(['commit s1', 'close s1']);
  const second = await fixture.run(code, {}, { database, context: { db: null } });
  expect(second.outcome).toEqual({ status: 'returned', value: null });
  expect(opened).toEqual(['s1']);
});

test('CTX-07 without a database the skill gets the platform’s sentence as a RuntimeError', async () => {
  const text = { zh: '没有配置数据库', en: 'no database is configured' };
  const open = () => Promise.reject(new AppError('database-unavailable', text));
  const { database } = recordingDatabase();
  const code = `
async def execute(i, ctx):
    try:
        async with ctx["db_factory"]() as db:
            await db.execute("select 1")
    except RuntimeError as error:
        return [str(error), error.code]
`;
  const { outcome } = await fixture.run(code, {}, { database: { ...database, open } });
  const value = ['no database is configured', 'database-unavailable'];
  expect(outcome).toEqual({ status: 'returned', value });
});

test('CTX-07 the legacy session of a handler that raised is only closed, which undoes it', async () => {
  const { database, ends } = recordingDatabase();
  const code = `
async def execute(i, ctx):
    await ctx["db"].execute("select 1")
    raise ValueError("x")
`;
  const { outcome } = await fixture.run(code, {}, { database });
  expect(outcome).toMatchObject({ status: 'raised', exception: { name: 'ValueError' } });
  expect(ends).toEqual(['close s1']);
});

test('RUN-06, CTX-07 a synchronous entry has a db_factory that blocks, and no legacy session', async () => {
  const { database, ends } = recordingDatabase();
  const code = `
import asyncio
def execute(i, ctx):
    with ctx["db_factory"]() as db:
        names = [row["name"] for row in db.execute("select 1")]
        db.commit()
    async def own_loop():
        async with ctx["db_factory"]() as db:
            return await db.scalar("select 2")
    bare = ctx["db_factory"]()
    bare.execute("select 3")
    return [names, asyncio.run(own_loop()), ctx["db"]]
`;
  const { outcome } = await fixture.run(code, {}, { database });
  expect(outcome).toEqual({ status: 'returned', value: [['a', 'b'], 1, null] });
  expect(ends).toEqual(['commit s1', 'close s1', 'close s3']);
});
