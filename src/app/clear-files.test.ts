// What is cleared away, and what stays: on a real database, in real directories.

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createConversations } from '#features/conversations/index.ts';
import { createFolderBlobs } from '#system/blobs/folder-blobs.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { clearBlobs, clearLeftovers, clearWorkspaces } from './clear-files.ts';
import { PLATFORM_MIGRATIONS } from './platform-migrations.ts';

const database = await createTestDatabase(PLATFORM_MIGRATIONS);
afterAll(() => database.drop());
const conversations = createConversations({ database, newId: randomUUID, owner: 'test' });
const { signal } = new AbortController();
const LONG_AGO = new Date('2020-01-01');

async function place(workspaceDays = 30) {
  const folder = await mkdtemp(join(tmpdir(), 'clear-'));
  const blobsFolder = join(folder, 'blobs');
  const workspacesFolder = join(folder, 'workspaces');
  const settings = { workspacesFolder, workspaceDays, runRetentionDays: 90 };
  const platform = { conversations, blobs: createFolderBlobs(blobsFolder), instance: { settings } };
  return { platform, blobsFolder, workspacesFolder };
}

async function openSession(workspacesFolder: string, files: readonly string[] = ['a.csv']) {
  const session = { orgId: 'o', roleId: 'r', personId: 'p', channel: 'web' };
  const { id } = await conversations.sessions.create(session);
  const workspace = await makeWorkspace(workspacesFolder, id, files);
  return { id, workspace };
}

async function makeWorkspace(root: string, id: string, files: readonly string[]): Promise<string> {
  const workspace = join(root, 'r', id);
  for (const file of files) {
    await mkdir(join(workspace, file, '..'), { recursive: true });
    await writeFile(join(workspace, file), 'x');
    await utimes(join(workspace, file), LONG_AGO, LONG_AGO);
  }
  await utimes(workspace, LONG_AGO, LONG_AGO);
  return workspace;
}

async function touchedDaysAgo(id: string, days: number): Promise<void> {
  await database.run({
    name: '',
    text: 'update platform.sessions set active_at = now() - make_interval(days => $2) where id = $1',
    values: [id, days],
  });
}

test('workspaces that nobody touched for the days of the policy are cleared, others stay', async () => {
  const { platform, workspacesFolder } = await place();
  const [old, young] = [await openSession(workspacesFolder), await openSession(workspacesFolder)];
  await touchedDaysAgo(old.id, 31);
  await touchedDaysAgo(young.id, 29);
  const file = {
    name: 'a.csv',
    path: 'a.csv',
    kind: 'file',
    mediaType: 'text/csv',
    bytes: 1,
  } as const;
  const quota = { mostFiles: 9, mostBytes: 9 };
  await conversations.attachments.add({ orgId: 'o', sessionId: old.id }, file, quota);
  const gone = randomUUID();
  await makeWorkspace(workspacesFolder, gone, ['a.csv']);
  await makeWorkspace(workspacesFolder, 'chat-123456', ['a.csv']);
  await makeWorkspace(workspacesFolder, 'shared', ['a.csv']);
  expect(await clearWorkspaces(platform, signal)).toBe(2);
  const left = await readdir(join(workspacesFolder, 'r'));
  expect(left.toSorted()).toEqual(['chat-123456', 'shared', young.id].toSorted());
  expect(await conversations.attachments.list('o', old.id)).toEqual([]);
  expect(await conversations.sessions.get('o', old.id)).toBeDefined();
});

test('without a policy only the workspaces of conversations that are gone are cleared', async () => {
  const { platform, workspacesFolder } = await place(0);
  const { id } = await openSession(workspacesFolder);
  await touchedDaysAgo(id, 10_000);
  await makeWorkspace(workspacesFolder, randomUUID(), ['a.csv']);
  expect(await clearWorkspaces(platform, signal)).toBe(1);
  expect(await readdir(join(workspacesFolder, 'r'))).toEqual([id]);
});

test('old offloaded results and halves are cleared, never behind a link', async () => {
  const { platform, workspacesFolder } = await place();
  const names = ['.toolout/toolout_a_1.json', '.toolout/mine.json', 'attachments/.upload-x.part', 'downloads/.upload-y.part', 'downloads/a.csv']; // prettier-ignore
  const { workspace } = await openSession(workspacesFolder, names);
  await writeFile(join(workspace, '.toolout', 'toolout_new_1.json'), 'x');
  const other = await openSession(workspacesFolder, ['b.csv']);
  const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await writeFile(join(elsewhere, 'toolout_x.json'), 'x');
  await utimes(join(elsewhere, 'toolout_x.json'), LONG_AGO, LONG_AGO);
  await symlink(elsewhere, join(other.workspace, '.toolout'));
  expect(await clearLeftovers(platform, signal)).toBe(3);
  expect((await readdir(join(workspace, '.toolout'))).toSorted()).toEqual(['mine.json', 'toolout_new_1.json']); // prettier-ignore
  expect(await readdir(join(workspace, 'downloads'))).toEqual(['a.csv']);
  expect(await readdir(elsewhere)).toEqual(['toolout_x.json']);
});

test('contents that no artifact has are cleared after a day; those of turns stay', async () => {
  const { platform, blobsFolder, workspacesFolder } = await place();
  const { blobs } = platform;
  const put = (text: string) =>
    blobs.put({
      async *read() {
        yield Buffer.from(text);
      },
    });
  const [kept, unused, fresh] = [await put('kept'), await put('unused'), await put('fresh')];
  for (const { key } of [kept, unused])
    await utimes(join(blobsFolder, key.slice(0, 2), key), LONG_AGO, LONG_AGO);
  const { id: sessionId } = await openSession(workspacesFolder);
  const { turnId } = await conversations.turns.accept({
    orgId: 'o',
    sessionId,
    personId: 'p',
    channel: 'web',
    language: 'en',
    text: 'go',
  });
  const file = { name: 'a', path: 'a', kind: 'file', mediaType: 'text/plain', bytes: 4 } as const;
  await conversations.openTurn(turnId).addMadeFiles([{ ...file, blob: kept.key }]);
  expect(await clearBlobs(platform, signal)).toBe(1);
  const left = await Array.fromAsync(blobs.list(), ({ key }) => key);
  expect(left.toSorted()).toEqual([kept.key, fresh.key].toSorted());
  await conversations.sessions.remove('o', sessionId);
  expect(await clearBlobs(platform, signal)).toBe(1);
});
