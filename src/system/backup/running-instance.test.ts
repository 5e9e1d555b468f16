import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { compareDatabases } from './testing/compare-databases.ts';
import { createTestInstance, execute, type TestInstance } from './testing/instance-fixture.ts';
import { manyTypesMigrations, PLATFORM_ROWS } from './testing/many-types.ts';

const instances: TestInstance[] = [];
afterAll(async () => {
  for (const instance of instances) await instance.drop();
});

async function createInstance(...given: Parameters<typeof createTestInstance>) {
  const instance = await createTestInstance(...given);
  instances.push(instance);
  return instance;
}

const one = async ({ database }: TestInstance, text: string) => {
  const [row] = await database.run({ name: '', text, values: [] });
  return row;
};

const MANY_ROWS = 300_000;
const MANY_BYTES = 900;

test('300,000 rows go through in bounded memory', async () => {
  const source = await createInstance(manyTypesMigrations);
  const target = await createInstance(manyTypesMigrations, { isMigrated: false });
  await execute(
    source.database,
    `create table public.many as select i as id, md5(i::text) || repeat('行', ${MANY_BYTES / 3}) as words
      from generate_series(1, ${MANY_ROWS}) i`,
  );
  const file = join(source.folder, 'many.zip');
  const start = process.memoryUsage().rss;
  let most = start;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
  await createBackup(source.parts, file);
  await restoreBackup(target.parts, file);
  clearInterval(timer);
  const count = await one(
    target,
    `select count(*)::int as n, count(distinct words)::int as d from public.many`,
  );
  expect(count).toEqual({ n: MANY_ROWS, d: MANY_ROWS });
  // The rows alone are 280 megabytes; what is collected late counts too.
  expect(most - start).toBeLessThan(160_000_000);
});

test('writes meanwhile go on, and the backup holds one moment', async () => {
  const source = await createInstance(manyTypesMigrations);
  const target = await createInstance(manyTypesMigrations, { isMigrated: false });
  await execute(
    source.database,
    `create table public.a_first (n int); create table public.z_last (n int);
     insert into public.a_first values (0); insert into public.z_last values (0);
     create table public.middle as select repeat(md5(i::text), 20) from generate_series(1, 50000) i`,
  );
  let writes = 0;
  const over = new AbortController();
  const writer = (async () => {
    while (!over.signal.aborted) {
      await source.database.transaction(async (client) => {
        await client.query('update public.a_first set n = n + 1');
        await client.query('update public.z_last set n = n + 1');
        await client.query(`insert into public.middle values ('new')`);
      });
      writes += 1;
    }
  })();
  const file = join(source.folder, 'moment.zip');
  let before = 0;
  let after = 0;
  await createBackup(source.parts, file, {
    onProgress: ({ name }) => {
      if (name === 'public.a_first') before = writes;
      if (name === 'public.z_last') after = writes;
    },
  });
  over.abort();
  await writer;
  await restoreBackup(target.parts, file);
  const held = await one(
    target,
    `select (select n from public.a_first) = (select n from public.z_last) as same,
      (select count(*)::int from public.middle where repeat = 'new') = (select n from public.z_last) as complete`,
  );
  expect(held).toEqual({ same: true, complete: true });
  expect(after).toBeGreaterThan(before);
});

test('migrations that came since the backup run on what it held', async () => {
  const source = await createInstance(manyTypesMigrations);
  const newer = {
    ...manyTypesMigrations,
    '0002_newer': {
      up: async (db: Parameters<(typeof manyTypesMigrations)[string]['up']>[0]) => {
        await sql`alter table platform.stamped add column added text default 'since'`.execute(db);
      },
    },
  };
  const target = await createInstance(newer, { isMigrated: false });
  const file = join(source.folder, 'older.zip');
  await createBackup(source.parts, file);
  await restoreBackup(target.parts, file);
  expect(await one(target, 'select * from platform.stamped')).toEqual({
    id: 1,
    note: 'by the migration',
    added: 'since',
  });
  expect(await migrate(target.database, newer)).toEqual([]);
});

test.for(['checking', 'files', 'tables platform.values', 'tables platform.stamped'])(
  'a restore that was killed at "%s" leaves the way free for the next',
  async (moment) => {
    const source = await createInstance(manyTypesMigrations);
    const target = await createInstance(manyTypesMigrations, { isMigrated: false });
    await execute(source.database, PLATFORM_ROWS);
    await mkdir(join(source.folder, 'workspaces'));
    await writeFile(join(source.folder, 'workspaces', 'file'), 'x'.repeat(100_000));
    const file = join(source.folder, 'killed.zip');
    await createBackup(source.parts, file);
    const { roots, dataFolder } = target.parts;
    const program = fileURLToPath(new URL('testing/restore-process.ts', import.meta.url));
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify({ address: target.database.address, roots, dataFolder, file }));
    let isKilled = false;
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith(moment)) isKilled = child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(isKilled).toBe(true);
    await restoreBackup(target.parts, file);
    expect(await compareDatabases(source.database.address, target.database.address)).toEqual([]);
    expect((await readdir(target.folder)).toSorted()).toEqual(['workspaces']);
  },
);

test('killed with its files in place but nothing committed, it is undone by the next', async () => {
  const source = await createInstance(manyTypesMigrations);
  const target = await createInstance(manyTypesMigrations, { isMigrated: false });
  const file = join(source.folder, 'placed.zip');
  await createBackup(source.parts, file);
  const place = join(target.folder, 'workspaces');
  const key = join(target.folder, 'secret.key');
  await mkdir(place);
  await writeFile(join(place, 'half'), 'of a restore');
  await writeFile(key, 'restored');
  await writeFile(`${key}.aside`, 'own');
  await writeFile(
    join(target.folder, 'restore-unfinished.json'),
    JSON.stringify({
      id: 'gone',
      roots: [
        { path: key, staged: `${key}.staged`, aside: `${key}.aside` },
        { path: place, staged: `${place}.staged`, aside: null },
      ],
    }),
  );
  await restoreBackup(target.parts, file);
  expect((await readdir(target.folder)).toSorted()).toEqual(['secret.key']);
  expect(await readFile(key, 'utf8')).toBe('own');
});
