import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import {
  finish,
  makePlace,
  realSandboxes,
  workingProviders,
  type Place,
} from './testing/real-sandboxes.ts';

const working = await workingProviders();
let place: Place;
beforeAll(async () => {
  place = makePlace();
});
afterAll(() => place.remove());

test('DOC-06 a provider that was asked for and is down refuses, and nothing runs outside of it', async () => {
  const sandboxes = realSandboxes('docker');
  const command = ['/bin/sh', '-c', 'echo ran > ran'] as const;
  const refusal = await sandboxes.start(place.request(command)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'sandbox-unavailable' });
  expect(String(refusal)).toContain('QIAO_SANDBOX=docker');
  await expect(stat(join(place.workspace, 'ran'))).rejects.toThrow('ENOENT');
  await sandboxes.close();
});

test('switched off, processes run without one, and it is told that nothing is kept apart', async () => {
  const sandboxes = realSandboxes('off');
  expect(sandboxes.isolates).toEqual({ files: false, network: false });
  expect(await sandboxes.state()).toMatchObject({ own: 'plain', any: 'plain' });
  const done = await finish(sandboxes.start(place.request(['/bin/sh', '-c', 'echo ran'])));
  expect(done.stdout).toBe('ran\n');
  await sandboxes.close();
});

test('each provider is told with its reason, and with a remedy where it does not work', async () => {
  const sandboxes = realSandboxes('auto');
  const { providers, own } = await sandboxes.state();
  expect(providers.map(({ name }) => name)).toEqual(['docker', 'bwrap', 'landlock']);
  for (const { works, reason, remedy } of providers) {
    expect(reason.en).not.toBe('');
    expect(reason.zh).not.toBe('');
    expect(remedy === undefined).toBe(works);
  }
  expect(own).toBe(working[0]);
  await sandboxes.close();
});

test.runIf(working.length > 0)(
  'what a provider says before the program starts is a failure of the sandbox, not of the skill',
  async () => {
    const sandboxes = realSandboxes('auto');
    const missing = { path: join(place.outside, 'gone'), access: 'read' } as const;
    const { mounts } = place.request(['/bin/true']);
    const started = await sandboxes.start(
      place.request(['/bin/true'], { mounts: [...mounts, missing] }),
    );
    await expect(started.ended).rejects.toMatchObject({ code: 'sandbox-unavailable' });
    await sandboxes.close();
  },
);

test.runIf(working.length > 0)('after close nothing it started is left', async () => {
  const sandboxes = realSandboxes('auto');
  const started = await sandboxes.start(place.request(['/bin/sleep', '600']));
  await sandboxes.close();
  expect(await started.ended).toMatchObject({ endedBy: 'kill' });
});
