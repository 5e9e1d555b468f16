import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConfiguration } from './create-configuration.ts';
import { openSecrets } from './open-secrets.ts';
import {
  createConfigurationFixture,
  type ConfigurationFixture,
} from './testing/configuration-fixture.ts';

const ROTATING = fileURLToPath(new URL('testing/rotate-in-process.ts', import.meta.url));

let fixture: ConfigurationFixture;
beforeEach(async () => {
  fixture = await createConfigurationFixture();
});
afterEach(() => fixture.drop());

const keyFile = () => join(fixture.dataFolder, 'secret.key');
const keysInFile = () => readFileSync(keyFile(), 'utf8').match(/^qiao1\./gm)?.length;
const target = (skill: string) => ({ place: { layer: 'team', id: 't1' }, skill }) as const;

async function save(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const change = { values: { token: `token-${at}`, plain: at }, secretNames: [], by: 'ada' };
    await fixture.configuration.set('o1', target(`skill-${at}`), change);
  }
  const change = { apiKey: 'sk-provider', by: 'ada' };
  await fixture.configuration.providers.set('o1', 'openai', change);
}

/** As a process that starts now reads it. */
async function readAll(count: number): Promise<readonly unknown[]> {
  const configuration = await fixture.another();
  const ids = { orgId: 'o1', teamId: 't1', roleId: '', secretNames: [] };
  const read: unknown[] = [(await configuration.providers.access('o1', 'openai'))?.apiKey];
  for (let at = 0; at < count; at += 1) {
    read.push((await configuration.resolve({ ...ids, skill: `skill-${at}` })).values['token']);
  }
  return read;
}

function expected(count: number): readonly string[] {
  return ['sk-provider', ...Array.from({ length: count }, (_, at) => `token-${at}`)];
}

test('CFG-03 a rotation seals everything with a new key and drops the old one', async () => {
  await save(20);
  const before = readFileSync(keyFile(), 'utf8');
  const oldId = (await fixture.stored()).match(/v1\.([0-9a-f]{16})/)?.[1] ?? 'none';
  const { resealed, keyId } = await fixture.secrets.rotate();
  expect(resealed).toBe(21);
  const stored = await fixture.stored();
  expect(stored).toContain(keyId);
  expect(stored).not.toContain(oldId);
  expect(keysInFile()).toBe(1);
  expect(readFileSync(keyFile(), 'utf8')).not.toBe(before);
  expect(await readAll(20)).toEqual(expected(20));
});

test('CFG-03 a process that was running reads and saves after another one’s rotation', async () => {
  await save(1);
  const running = await fixture.another();
  await fixture.secrets.rotate();
  const change = { values: { more: 'more-123456' }, secretNames: ['more'], by: 'ada' };
  await running.set('o1', target('skill-0'), change);
  const scope = { orgId: 'o1', teamId: 't1', roleId: '', skill: 'skill-0', secretNames: [] };
  for (const each of [running, await fixture.another()]) {
    expect((await each.resolve(scope)).values).toEqual({
      token: 'token-0',
      plain: 0,
      more: 'more-123456',
    });
  }
});

test('CFG-03 secrets that are saved while the key is rotated can all be read', async () => {
  await save(10);
  const running = await fixture.another();
  const rotated = new AbortController();
  const saving = (async () => {
    for (let at = 0; !rotated.signal.aborted; at += 1) {
      const values = { token: `token-${at % 10}`, plain: at % 3 === 0 ? null : 'x' };
      const change = { values, secretNames: at % 2 === 0 ? ['plain'] : [], by: 'bob' };
      await running.set('o1', target(`skill-${at % 10}`), change);
    }
  })();
  for (let round = 0; round < 5; round += 1) await fixture.secrets.rotate();
  rotated.abort();
  await saving;
  expect(await readAll(10)).toEqual(expected(10));
});

test('CFG-03 two rotations at once end well', async () => {
  await save(3);
  const other = await openSecrets({
    database: fixture.database,
    secretKey: undefined,
    dataFolder: fixture.dataFolder,
  });
  await Promise.all([fixture.secrets.rotate(), other.rotate()]);
  expect(keysInFile()).toBe(1);
  expect(await readAll(3)).toEqual(expected(3));
});

test('CFG-03 a rotation killed half-way has changed nothing, and the next one goes on', async () => {
  await save(5);
  const { database, dataFolder } = fixture;
  const given = JSON.stringify({ address: database.address, dataFolder });
  const blocking = await database.connect();
  await blocking.query(`begin; select from platform.provider_settings for update`);
  const child = spawn(process.execPath, [ROTATING, given], { stdio: 'inherit' });
  await waitForBlocked();
  expect(keysInFile()).toBe(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await blocking.end();

  expect(await readAll(5)).toEqual(expected(5));
  const added = readFileSync(keyFile(), 'utf8')
    .split('\n')
    .findLast((line) => line !== '');
  const { resealed } = await fixture.secrets.rotate();
  expect(resealed).toBe(6);
  expect(readFileSync(keyFile(), 'utf8')).toContain(added);
  expect(keysInFile()).toBe(1);
  expect(await readAll(5)).toEqual(expected(5));
});

/** Until a statement of the rotation waits for the row that is held. */
async function waitForBlocked(): Promise<void> {
  for (;;) {
    const [row] = await fixture.database.run({
      name: '',
      text: `select count(*)::int as blocked from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
      values: [],
    });
    if (row?.['blocked'] === 1) return;
  }
}

test('CFG-03 a rotation killed before it dropped the old key only drops it', async () => {
  await save(2);
  const before = readFileSync(keyFile(), 'utf8');
  await fixture.secrets.rotate();
  const after = readFileSync(keyFile(), 'utf8');
  const [newest = ''] = after.match(/^qiao1\..*$/m) ?? [];
  writeFileSync(keyFile(), `${before}${newest}\n`);
  expect(await fixture.secrets.rotate()).toMatchObject({ resealed: 0 });
  expect(readFileSync(keyFile(), 'utf8')).toBe(after);
  expect(await readAll(2)).toEqual(expected(2));
});

test('CFG-03 a value that does not open stops the rotation by name, and nothing is changed', async () => {
  await save(3);
  const spoilt = `update platform.configurations set sealed = 'v1.0011223344556677.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA'
                  where skill = 'skill-1' and name = 'token'`;
  await fixture.database.run({ name: '', text: spoilt, values: [] });
  const before = await fixture.stored();
  await expect(fixture.secrets.rotate()).rejects.toThrow(
    /a stored secret of the skill "skill-1" \(token\)/i,
  );
  expect(await fixture.stored()).toBe(before);
  await fixture.configuration.remove('o1', target('skill-1'), ['token']);
  expect(await fixture.secrets.rotate()).toMatchObject({ resealed: 3 });
  expect(keysInFile()).toBe(1);
});

test('CFG-03 the tables of other features are sealed anew in the same rotation', async () => {
  const { database, dataFolder } = fixture;
  await database.run({ name: '', text: 'create table platform.mine (sealed text)', values: [] });
  const secrets = await openSecrets({
    database,
    secretKey: undefined,
    dataFolder,
    tables: [
      {
        async resealAll(client, reseal) {
          const { rows } = await client.query<{ sealed: string }>('select * from platform.mine');
          const sealed = reseal(['mine'], rows[0]?.sealed ?? '');
          await client.query('update platform.mine set sealed = $1', [sealed]);
          return 1;
        },
        forgetAll: async () => undefined,
      },
    ],
  });
  const values = [secrets.box.seal(['mine'], 'mine-123')];
  await database.run({ name: '', text: 'insert into platform.mine values ($1)', values });
  expect(await secrets.rotate()).toMatchObject({ resealed: 1 });
  const [row] = await database.run({ name: '', text: 'select * from platform.mine', values: [] });
  expect(row?.['sealed']).not.toBe(values[0]);
  expect(secrets.box.open(['mine'], String(row?.['sealed']))).toBe('mine-123');
});

test('CFG-03 a start with a variable that is not the key in force is refused with both ways out', async () => {
  await save(1);
  const { database, dataFolder } = fixture;
  const started = openSecrets({ database, secretKey: 'v'.repeat(40), dataFolder });
  await expect(started).rejects.toMatchObject({
    code: 'secret-unreadable',
    message: expect.stringMatching(
      /run qiao rotate-key with the variable set.*unset QIAO_SECRET_KEY/,
    ),
  });
  // Rotated with no server stopped: the file's own line stands behind the new key.
  const [line = ''] = readFileSync(keyFile(), 'utf8').match(/^qiao1\..*$/m) ?? [];
  const both = await openSecrets({ database, secretKey: `${'v'.repeat(40)} ${line}`, dataFolder });
  expect(await both.rotate()).toMatchObject({ resealed: 2, keyFrom: 'variable' });
});

test('CFG-03 a server without the new key of a rotation says so, and tells it once', async () => {
  await save(2);
  const { database, dataFolder } = fixture;
  const told: string[] = [];
  const running = await openSecrets({
    database,
    secretKey: undefined,
    dataFolder,
    onUnknownKey: ({ message }) => told.push(message),
  });
  await running.check();
  const secretKey = 'v'.repeat(40);
  const { keyId } = await (
    await openSecrets({ database, secretKey, dataFolder, isToRotate: true })
  ).rotate();
  await expect(running.check()).rejects.toThrow(
    `the key ${keyId}, and this server does not have it`,
  );
  await expect(running.check()).rejects.toThrow(keyId);
  const configuration = createConfiguration({
    database,
    secrets: running.box,
    now: () => new Date(),
  });
  const scope = { orgId: 'o1', teamId: 't1', roleId: '', skill: 'skill-0', secretNames: [] };
  await expect(configuration.resolve(scope)).rejects.toMatchObject({
    code: 'secret-unreadable',
    message: expect.stringMatching(/^A stored secret of the skill "skill-0" \(token\) can't be/),
  });
  const change = { values: { token: 'new' }, secretNames: [], by: 'ada' };
  await expect(configuration.set('o1', target('skill-0'), change)).rejects.toMatchObject({
    code: 'secret-unreadable',
    message: expect.stringContaining(`the database's key is now ${keyId}`),
  });
  expect(told).toHaveLength(1);
});

test('CFG-03 a rotation from the file to the variable, and none without a new key', async () => {
  await save(2);
  const { database, dataFolder } = fixture;
  const secretKey = 'v'.repeat(40);
  const secrets = await openSecrets({ database, secretKey, dataFolder, isToRotate: true });
  expect(await secrets.rotate()).toMatchObject({ resealed: 3, keyFrom: 'variable' });
  await expect(secrets.rotate()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('QIAO_SECRET_KEY="NEW OLD"'),
  });
  const elsewhere = await openSecrets({
    database,
    secretKey: 'v'.repeat(40),
    dataFolder: join(dataFolder, 'empty'),
  });
  expect(elsewhere.warnings).toEqual([]);
});
