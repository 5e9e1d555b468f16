import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  finish,
  leftOf,
  makePlace,
  PYTHON,
  openStage,
  workingProviders,
  type Finished,
} from './testing/real-sandboxes.ts';

const providers = await workingProviders();

describe.each(providers)('a process in %s', (provider) => {
  const { sandbox, place } = openStage(provider);

  const sh = (script: string): Promise<Finished> =>
    finish(sandbox.start(place.request(['/bin/sh', '-c', script])));

  test(
    'CLI-09 a fork bomb ends at the limit, and nothing of it is left',
    { timeout: 60_000 },
    async () => {
      // A place of its own: the limit is the workspace's, and who was killed counts until the system has buried them.
      const own = makePlace();
      const started = await sandbox.start(
        own.request([
          PYTHON,
          '-I',
          '-c',
          `import os, time
count = 0
try:
    for _ in range(5000):
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)
        count += 1
except OSError as error:
    print(error.errno, count)
`,
        ]),
      );
      let said = '';
      started.onOutput((chunk) => {
        said += chunk.toString();
      });
      await started.ended;
      const [errno, count] = said.trim().split(' ').map(Number);
      expect(errno).toBe(11);
      expect(count).toBeLessThan(1025);
      expect(await leftOf(own.workspace)).toEqual([]);
      await own.remove();
    },
  );

  test('CLI-09 who leaves the session, the environment and the parent ends with it all the same', async () => {
    const done = await sh(
      'setsid env -i /bin/sh -c "sleep 600" & setsid sleep 600 & (setsid sleep 600 &); echo begun',
    );
    expect(done).toMatchObject({ stdout: 'begun\n', stderr: '', exitCode: 0 });
    expect(await leftOf(place.workspace)).toEqual([]);
  });

  test('a stop ends it at once, and a limit of memory says so', async () => {
    const sleeping = await sandbox.start(place.request(['/bin/sleep', '600']));
    await sleeping.kill();
    expect(await sleeping.ended).toMatchObject({ endedBy: 'kill' });
    const limits = { memoryBytes: 100 * 1024 * 1024 };
    const code =
      'x = bytearray(400_000_000)\nfor i in range(0, len(x), 4096): x[i] = 1\nimport time; time.sleep(60)';
    const greedy = await finish(
      sandbox.start(place.request([PYTHON, '-I', '-c', code], { limits })),
    );
    expect(greedy.endedBy).toBe('memory');
  });

  test('exit codes, signals, output and the channel are those of the program', async () => {
    expect(await sh('echo out; echo err >&2; exit 7')).toMatchObject({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 7,
      endedBy: 'itself',
    });
    expect(await sh('kill -SEGV $$')).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
    const script = 'read -r line <&3; echo "got $line" >&3';
    const talking = await sandbox.start(
      place.request(['/bin/sh', '-c', script], { hasChannel: true }),
    );
    let answer = '';
    talking.channel?.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    talking.channel?.write('hello\n');
    await talking.ended;
    expect(answer).toBe('got hello\n');
  });

  test('what the system would refuse outside is refused in the same words', async () => {
    const refused = (command: readonly [string, ...string[]]) =>
      sandbox.start(place.request(command)).then(
        () => 'started',
        (error: { details?: { systemCode?: string } }) => error.details?.systemCode,
      );
    expect(await refused(['no-such-program'])).toBe('ENOENT');
    await writeFile(join(place.workspace, 'plain.txt'), 'x', { mode: 0o644 });
    expect(await refused(['./plain.txt'])).toBe('EACCES');
    expect(await refused(['/bin/echo', 'x'.repeat(200_000)])).toBe('E2BIG');
  });

  test('two at once in one workspace share its files, and many start side by side', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        sh(`echo ${index} >> shared; sleep 0.2; wc -l < shared`),
      ),
    );
    expect(all.map(({ exitCode }) => exitCode)).toEqual(Array.from({ length: 8 }, () => 0));
    expect((await readFile(join(place.workspace, 'shared'), 'utf8')).split('\n')).toHaveLength(9);
  });
});
