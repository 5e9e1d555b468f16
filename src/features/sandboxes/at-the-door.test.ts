import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finish, PYTHON, openStage, workingProviders } from './testing/real-sandboxes.ts';

const providers = await workingProviders();

describe.each(providers)('at the door of %s', (provider) => {
  const { sandbox, place } = openStage(provider);

  test('CLI-08 what a skill’s configuration tells the loader is told to nobody outside', async () => {
    const done = await finish(
      sandbox.start(
        place.request(['/bin/sh', '-c', 'echo "$LD_DEBUG $A_KEY"'], {
          environment: {
            PATH: '/usr/bin:/bin',
            LD_DEBUG: 'files',
            LD_DEBUG_OUTPUT: join(place.outside, 'loaded'),
            A_KEY: 'a value',
          },
        }),
      ),
    );
    expect(done.stdout).toMatch(/files a value\n$/);
    expect(await readdir(place.outside)).toEqual([]);
  });

  test('DOC-06 a process with a network has no child that it did not start', async () => {
    const code = `import os
try:
    print(os.waitpid(-1, os.WNOHANG))
except ChildProcessError:
    print("none")`;
    const done = await finish(
      sandbox.start(place.request([PYTHON, '-I', '-c', code], { network: { kind: 'public' } })),
    );
    expect(done.stdout).toBe('none\n');
  });

  test('DOC-06 a link in the place of what is mounted in the workspace shows nothing outside', async () => {
    const inner = join(place.workspace, 'staged');
    await writeFile(join(place.outside, 'secret'), 'of the machine');
    await symlink(place.outside, inner);
    const started = sandbox.start(
      place.request(['/bin/cat', join(inner, 'secret')], {
        mounts: [
          { path: place.workspace, access: 'write' },
          { path: inner, access: 'read' },
        ],
      }),
    );
    await expect(started).rejects.toMatchObject({ code: 'sandbox-unavailable' });
  });
});
