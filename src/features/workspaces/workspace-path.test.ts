import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace, workspacePath } from './workspace-path.ts';

test.each([
  ['local', 's1', '/w/local/s1'],
  ['local', '', '/w/local/shared'],
  ['local', '../../etc', '/w/local/%2E.%2F..%2Fetc'],
  ['.hidden', 'feishu:ou_1', '/w/%2Ehidden/feishu%3Aou_1'],
  ['角色', '会话', '/w/角色/会话'],
])('ART-08 role %o and session %o lie in %s', (roleId, sessionId, path) => {
  expect(workspacePath('/w', { roleId, sessionId })).toBe(path);
});

test.each(['', ' ', '.', '..'])('refuses the role id %o', (roleId) => {
  expect(() => workspacePath('/w', { roleId, sessionId: 's' })).toThrow(
    expect.objectContaining({ code: 'path-refused' }),
  );
});

test('the directory exists when a skill starts', async () => {
  const root = await mkdtemp(join(tmpdir(), 'workspaces-'));
  const path = await openWorkspace(root, { roleId: 'r', sessionId: 's' });
  expect((await stat(path)).isDirectory()).toBe(true);
});

// Windows has no such bits.
test.skipIf(process.platform === 'win32')('it is closed to other accounts', async () => {
  const root = join(await mkdtemp(join(tmpdir(), 'workspaces-')), 'root');
  const path = await openWorkspace(root, { roleId: 'r', sessionId: 's' });
  for (const folder of [root, dirname(path), path])
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
