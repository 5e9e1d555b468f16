import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { createTestInstance, execute } from './testing/instance-fixture.ts';
import { manyTypesMigrations } from './testing/many-types.ts';

const MOUNT = 'mount';
const UNMOUNT = 'umount';
const small = await mkdtemp(join(tmpdir(), 'qiao-small-'));
/** Only root may mount, and not in every container. */
const isMounted = (() => {
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const source = await createTestInstance(manyTypesMigrations);
const target = await createTestInstance(manyTypesMigrations, {
  isMigrated: false,
  roots: [{ name: 'workspaces', kind: 'folder', path: join(small, 'workspaces') }],
});
const noise = randomBytes(600_000);
await mkdir(join(source.folder, 'workspaces'));
await writeFile(join(source.folder, 'workspaces', 'noise'), noise);
await execute(
  source.database,
  `create table public.noise as select '${noise.toString('base64')}' as a`,
);

afterAll(async () => {
  await source.drop();
  await target.drop();
  if (isMounted) execFileSync(UNMOUNT, [small]);
  await rmdir(small);
});

test.skipIf(!isMounted)('a disk that fills up is told, and no half file stays on it', async () => {
  await expect(createBackup(source.parts, join(small, 'all.zip'))).rejects.toThrow(
    /The disk was full.*Make room/,
  );
  expect(await readdir(small)).toEqual([]);
});

test.skipIf(!isMounted)('a restore that finds too little room changes nothing', async () => {
  const file = join(source.folder, 'all.zip');
  await createBackup(source.parts, file);
  await expect(restoreBackup(target.parts, file)).rejects.toThrow(/too little room: 600000 bytes/);
  expect(await readdir(small)).toEqual([]);
});
