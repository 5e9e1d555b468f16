// `qiao backup` of a server that runs, and `qiao restore` into another instance: every table, with rows in it.

import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { compareDatabases } from '#system/backup/testing/compare-databases.ts';
import { openDatabase } from '#system/database/database.ts';
import { startPostgres } from '#system/postgres/start-postgres.ts';
import { makeSkill } from '../make-skill.ts';
import { qiao } from '../run-qiao.ts';
import { startServer, type TestServer } from './run-server.ts';
import { idOf, upload } from './send-file.ts';

const keeper = await makeSkill('keeper', {
  'SKILL.md': '---\nname: keeper\ndescription: Keeps a row.\n---\n',
  'handler.ts': `import { writeFileSync } from 'node:fs';
  export async function execute(input, ctx) {
    const db = await ctx.db_factory();
    await db.execute('create table if not exists kept (id serial primary key, word text)');
    await db.execute("insert into kept (word) values ('巧')");
    await db.commit();
    writeFileSync(ctx.workspace_dir + '/made.csv', 'a,b');
    return { success: true };
  }`,
});

const later = await makeSkill('later', {
  'SKILL.md': '---\nname: later\ndescription: Takes its time.\nasync: true\n---\n',
  'handler.ts': `export async function execute() {
    return { success: true, message: 'Here it is.' };
  }`,
});

test('a backup holds every table of a used instance, and its restore is the same instance', async () => {
  const server = await startServer({ skills: [keeper, later] });
  const folder = mkdtempSync('/var/tmp/qiao-restored-');
  chmodSync(folder, 0o711);
  try {
    const session = await use(server);
    // What ran is recorded a moment after it is told.
    await expect.poll(() => emptyTables(server.dataFolder), { timeout: 10_000 }).toEqual([]);
    const file = join(folder, 'backup.zip');
    const made = await qiao(['backup', file], { environment: { QIAO_DATA: server.dataFolder } });
    expect(made).toMatchObject({ exitCode: 0 });
    // What is compared is to stand still.
    await server.stop();
    const target = join(folder, 'data');
    const restored = await qiao(['restore', file], { environment: { QIAO_DATA: target } });
    expect(restored).toMatchObject({ exitCode: 0 });
    expect(await differences(server.dataFolder, target)).toEqual([]);
    expect(namesBelow(join(target, 'workspaces'))).toContain('数据.csv');
    const content = createHash('sha256').update('a,b').digest('hex');
    expect(namesBelow(join(target, 'blobs'))).toContain(content);
    const again = await qiao(['chat', '/keeper {}', '--session', session, '--skills', keeper], {
      environment: { QIAO_DATA: target },
    });
    expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('✓ keeper') });
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

/** Something in every table; gives the conversation's id. */
async function use(server: TestServer): Promise<string> {
  const { client, url, browser } = server;
  const headers = { 'content-type': 'application/json', ...browser };
  const { person } = await client.call('me.get');
  const team = await client.call('teams.create', { body: { name: 'Sales 销售' } });
  await client.call('teams.set-member', {
    params: { team_id: team.id, person_id: person.id },
    body: { team_role: 'admin' },
  });
  const invited = await fetch(`${url}/api/invitations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ position: 'member' }),
  });
  expect(invited.status).toBe(201);
  await client.call('contacts.create', { body: { channel: 'telegram', key: '42', name: 'Li' } });
  await client.call('configuration.update', {
    params: { skill: 'keeper' },
    query: { layer: 'org' },
    body: { values: { api_key: 'secret', city: '北京' }, secrets: ['api_key'] },
  });
  await client.call('provider-keys.set', {
    params: { provider: 'openai' },
    body: { api_key: 'sk-of-the-org' },
  });
  await client.call('usage.set-limit', { query: {}, body: { tokens_per_day: 1_000_000 } });
  await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: browser.origin },
    body: JSON.stringify({ login: 'owner', password: 'wrong password' }),
  });
  const { id } = await client.call('sessions.create', { body: {} });
  const params = { session_id: id };
  const file = await upload(server, { session: id, name: encodeURIComponent('数据.csv') }, 'a,b');
  const body = { text: '/keeper {}', attachments: [idOf(file)] };
  await client.call('turns.create', { params, body });
  await expect
    .poll(async () => (await client.call('sessions.get', { params })).is_busy, { timeout: 20_000 })
    .toBe(false);
  const { items } = await client.call('turns.list', { params });
  expect(items).toMatchObject([{ state: 'done', calls: [{ state: 'done' }] }]);
  await useTextChannel(server);
  return id;
}

/** An answer that is sent, and a run in the background whose result is. */
async function useTextChannel({ client }: TestServer): Promise<void> {
  const { id } = await client.call('sessions.create', { body: { channel: 'text' } });
  const params = { session_id: id };
  await client.call('turns.create', { params, body: { text: '/later {}' } });
  const replies = async () =>
    (await client.call('turns.list', { params })).items.map(({ reply }) => reply);
  await expect.poll(replies, { timeout: 20_000 }).toContain('Here it is.');
}

function namesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map((path) => basename(String(path)));
}

/** Those of the platform that hold nothing: the next test would not try them. */
async function emptyTables(dataFolder: string): Promise<readonly string[]> {
  const postgres = await startPostgres({ dataFolder });
  const database = openDatabase(postgres.address);
  try {
    const tables = await database.run({
      name: '',
      text: `select tablename as name from pg_tables where schemaname = 'platform'`,
      values: [],
    });
    const empty: string[] = [];
    for (const { name } of tables) {
      const text = `select 1 from platform.${String(name)} limit 1`;
      const rows = await database.run({ name: '', text, values: [] });
      if (rows.length === 0) empty.push(String(name));
    }
    return empty;
  } finally {
    await database.close();
    await postgres.stop();
  }
}

async function differences(before: string, after: string): Promise<readonly string[]> {
  const one = await startPostgres({ dataFolder: before });
  const other = await startPostgres({ dataFolder: after });
  try {
    const { database } = one.address as { readonly database: string };
    return await compareDatabases({ ...one.superuser, database }, { ...other.superuser, database });
  } finally {
    await one.stop();
    await other.stop();
  }
}
