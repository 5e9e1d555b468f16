import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { compareDatabases } from './testing/compare-databases.ts';
import { createTestInstance, dropRoles, execute, shareRoles } from './testing/instance-fixture.ts';
import { manyTypesMigrations, PLATFORM_ROWS, skillSchemaSql } from './testing/many-types.ts';

const source = await createTestInstance(manyTypesMigrations);
const target = await createTestInstance(manyTypesMigrations, { isMigrated: false });
const role = `sk_${source.folder.slice(-6)}`;
const reader = `rd_${source.folder.slice(-6)}`;
const file = join(source.folder, 'all.zip');

afterAll(async () => {
  await dropRoles(source.database, [role, reader]);
  await dropRoles(target.database, [role, reader]);
  await source.drop();
  await target.drop();
});

await execute(source.database, PLATFORM_ROWS);
await execute(
  source.database,
  `create role "${role}" login noinherit connection limit 7 valid until '2040-01-01';
   create role "${reader}" nologin; grant "${reader}" to "${role}";
   alter role "${role}" set search_path = "${role}", pg_catalog; alter role "${role}" set statement_timeout = '5s';
   grant "${role}" to session_user;
   ${skillSchemaSql(role, role)}
   grant usage on schema "${role}" to "${reader}"; grant select on "${role}".team to "${reader}";`,
);

test('everything comes back: every type of value, every kind of thing, names, rights and remarks', async () => {
  const made = await createBackup(source.parts, file);
  expect(made.leftOut).toEqual([]);
  await shareRoles(target.database, [role, reader]);
  const report = await restoreBackup(target.parts, file);
  expect(report.remarks).toEqual([]);
  expect(report.rows).toBe(made.rows);
  expect(await compareDatabases(source.database.address, target.database.address)).toEqual([]);
});
