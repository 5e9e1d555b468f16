import { mkdir, readFile, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AppError } from '#base/app-error.ts';
import { createBackup } from './create-backup.ts';
import { openBackup } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { createTestInstance, dropRoles, execute } from './testing/instance-fixture.ts';
import { manyTypesMigrations } from './testing/many-types.ts';
import { replaceEntry, rewriteBackup, type Contents } from './testing/rewrite-backup.ts';

const instance = await createTestInstance(manyTypesMigrations);
const target = await createTestInstance(manyTypesMigrations, { isMigrated: false });
const role = `sk_${instance.folder.slice(-6).toLowerCase()}`;
afterAll(async () => {
  await dropRoles(instance.database, [role]);
  await instance.drop();
  await target.drop();
});

const good = join(instance.folder, 'good.zip');
const bad = join(instance.folder, 'bad.zip');
await mkdir(join(instance.folder, 'workspaces', 'a'), { recursive: true });
await writeFile(join(instance.folder, 'workspaces', 'a', 'file.txt'), 'content '.repeat(1000));
await symlink('file.txt', join(instance.folder, 'workspaces', 'a', 'link'));
await execute(
  instance.database,
  `create role ${role} login; grant ${role} to session_user;
   create schema ${role}; grant usage, create on schema ${role} to ${role};
   set role ${role}; create table ${role}.t (a int check (a > 0)); insert into ${role}.t values (1)`,
);
await createBackup(instance.parts, good);

const FILE = 'files/workspaces/a/file.txt';
const fileOf = ({ manifest }: Contents, path: string) =>
  manifest.files.find((file) => file.path === path) ?? manifest.files[0];
const objectsOf = ({ entries }: Contents) => String(entries.get('schemas.json'));

function addObject(contents: Contents, kind: string, statement: string): void {
  const objects: unknown = JSON.parse(objectsOf(contents));
  const added = { kind, schema: role, label: 'more', owner: null, statements: [statement] };
  const all = Array.isArray(objects) ? [...objects, added] : [];
  replaceEntry(contents, 'schemas.json', Buffer.from(JSON.stringify(all)));
}

const CASES: Readonly<Record<string, readonly [RegExp, (contents: Contents) => void]>> = {
  'without a list': [/no manifest\.json/, ({ entries }) => void entries.delete('manifest.json')],
  'of another program': [
    /no backup of Qiao/,
    ({ manifest }) => void Object.assign(manifest, { format: 'other' }),
  ],
  'of a newer program': [
    /newer Qiao \(9\.0\.0\)/,
    ({ manifest }) => void Object.assign(manifest, { formatVersion: 2, programVersion: '9.0.0' }),
  ],
  'of a newer database': [
    /"0099_newer", which this version does not know/,
    ({ manifest }) => void manifest.migrations.push('0099_newer'),
  ],
  'with a wrong list': [
    /manifest\.json is wrong/,
    ({ manifest }) => void Object.assign(manifest, { tables: 1 }),
  ],
  'with a missing entry': [/file\.txt is missing/, ({ entries }) => void entries.delete(FILE)],
  'with a surplus entry': [
    /extra, which its list does not name/,
    ({ entries }) => void entries.set('extra', Buffer.from('x')),
  ],
  'with other content of the same size': [
    /checksum of files/,
    ({ entries }) => void entries.set(FILE, Buffer.from('CONTENT '.repeat(1000))),
  ],
  'with other content': [
    /8000 bytes and is 1/,
    ({ entries }) => void entries.set(FILE, Buffer.from('x')),
  ],
  'that claims more than it holds': [
    /should be 9000000 bytes/,
    (contents) => void Object.assign(fileOf(contents, 'a/file.txt') ?? {}, { bytes: 9_000_000 }),
  ],
  'with a bomb': [
    /is no complete ZIP file|should be/,
    (contents) => contents.entries.set(FILE, Buffer.alloc(50_000_000)),
  ],
  'that climbs out': [
    /"workspaces\/\.\.\/out" is refused/,
    (contents) => void Object.assign(fileOf(contents, 'a/file.txt') ?? {}, { path: '../out' }),
  ],
  'that climbs out from below': [
    /is refused/,
    (contents) => void Object.assign(fileOf(contents, 'a/file.txt') ?? {}, { path: 'a/../../out' }),
  ],
  'with an absolute path': [
    /is refused/,
    (contents) => void Object.assign(fileOf(contents, 'a/file.txt') ?? {}, { path: '/tmp/out' }),
  ],
  'that writes through a link': [
    /is refused/,
    (contents) => void Object.assign(fileOf(contents, 'a/file.txt') ?? {}, { path: 'a/link/out' }),
  ],
  'that writes one path twice': [
    /is refused/,
    (contents) =>
      void contents.manifest.files.push({
        root: 'workspaces',
        path: 'a',
        type: 'folder',
        mode: 0o700,
      }),
  ],
  'with a link that leaves': [
    /leads outside its folder \(\.\.\/\.\.\/\.\.\/etc\)/,
    (contents) => void Object.assign(fileOf(contents, 'a/link') ?? {}, { target: '../../../etc' }),
  ],
  'with a link that leaves by another': [
    /leads outside/,
    (contents) => void Object.assign(fileOf(contents, 'a/link') ?? {}, { target: 'x/../../y' }),
  ],
  'with an absolute link': [
    /leads outside/,
    (contents) => void Object.assign(fileOf(contents, 'a/link') ?? {}, { target: '/etc/passwd' }),
  ],
  'for a folder nobody knows': [
    /no place for its "elsewhere"/,
    ({ manifest }) =>
      void manifest.files.push({ root: 'elsewhere', path: '', type: 'folder', mode: 0o700 }),
  ],
  'with a statement of another kind': [
    /none of its kind/,
    (contents) =>
      replaceEntry(
        contents,
        'schemas.json',
        Buffer.from(objectsOf(contents).replace('create schema', 'drop schema')),
      ),
  ],
  'with two statements in one': [
    /cannot insert multiple commands/,
    (contents) =>
      replaceEntry(
        contents,
        'schemas.json',
        Buffer.from(
          objectsOf(contents).replace(
            /create schema (\S+) authorization session_user/,
            'create schema $1; drop schema platform cascade',
          ),
        ),
      ),
  ],
  'that gives skills a right on the platform': [
    /changes the platform's own/,
    (contents) => addObject(contents, 'rights', `grant usage on schema platform to ${role}`),
  ],
  'that has the platform run more than its own functions': [
    /changes the platform's own/,
    (contents) =>
      addObject(
        contents,
        'rule',
        'CREATE RULE more AS ON DELETE TO platform.migrations DO ALSO NOTIFY more',
      ),
  ],
  'that adds to the platform’s functions': [
    /changes the platform's own/,
    (contents) =>
      addObject(
        contents,
        'function',
        'CREATE OR REPLACE FUNCTION platform.more() RETURNS int LANGUAGE sql AS $$ select 1 $$',
      ),
  ],
  'with more in a right than a right': [
    /manifest\.json is wrong \(roles\.0\.databaseRights/,
    ({ manifest }) =>
      void Object.assign(manifest.roles[0] ?? {}, {
        databaseRights: ['create on database postgres to public; --'],
      }),
  ],
  'with rows for a table that is nowhere': [
    /"elsewhere".* does not exist/,
    ({ manifest }) => void Object.assign(manifest.tables[0] ?? {}, { schema: 'elsewhere' }),
  ],
  'with fewer rows than it says': [
    /should have 7 rows and has 1/,
    ({ manifest }) =>
      void Object.assign(manifest.tables.find(({ name }) => name === 't') ?? {}, { rows: 7 }),
  ],
  'with rows that do not fit': [
    /Restoring .*"t" failed/,
    (contents) => replaceEntry(contents, `${role}/t.copy`, Buffer.from('no number\n')),
  ],
};

const pristine = async () => ({
  names: (await readdir(target.folder)).toSorted(),
  schemas: await target.database.run({
    name: '',
    text: `select nspname::text from pg_namespace where nspname !~ '^pg_' order by 1`,
    values: [],
  }),
});
const before = await pristine();
await execute(
  target.database,
  `grant ${role} to "${target.database.address.host === '' ? '' : targetOwner()}" with admin option`,
  'superuser',
);

function targetOwner(): string {
  return 'user' in target.database.address ? target.database.address.user : '';
}

test.for(Object.entries(CASES))(
  'a backup %s is refused and nothing changes',
  async ([, [words, change]]) => {
    await rewriteBackup(good, bad, change);
    const failed = restoreBackup(target.parts, bad);
    await expect(failed).rejects.toMatchObject({ code: 'backup-invalid' });
    await expect(failed).rejects.toThrow(words);
    expect(await pristine()).toEqual(before);
  },
);

test('what is no ZIP file, or only the beginning of one, is refused', async () => {
  const whole = await readFile(good);
  for (const content of [
    Buffer.alloc(0),
    Buffer.from('hello'),
    whole.subarray(0, -1),
    whole.subarray(0, 300),
    whole.subarray(50),
  ]) {
    await writeFile(bad, content);
    await expect(restoreBackup(target.parts, bad)).rejects.toMatchObject({
      code: 'backup-invalid',
    });
  }
  await truncate(bad, 10);
  await expect(restoreBackup(target.parts, join(target.folder, 'none.zip'))).rejects.toMatchObject({
    code: 'path-refused',
  });
  expect(await pristine()).toEqual(before);
});

test('no flipped bit changes what is restored without being noticed', async () => {
  const whole = await readFile(good);
  const sound = await openBackup(target.parts, good, {});
  await sound.zip.close();
  for (let at = 3; at < whole.length; at += 61) {
    const content = Buffer.from(whole);
    content.writeUInt8((content[at] ?? 0) ^ 0x10, at);
    await writeFile(bad, content);
    // What nothing depends on (a time, say) may be flipped; all that is restored is then as it was.
    const opened = await openBackup(target.parts, bad, {}).catch((thrown: AppError) => thrown);
    const found = 'zip' in opened ? [opened.manifest, opened.objects] : [opened.code];
    if ('zip' in opened) await opened.zip.close();
    expect([['backup-invalid'], [sound.manifest, sound.objects]]).toContainEqual(found);
  }
});
