import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#system/settings.ts';
import { composeSandboxes } from '../compose-sandboxes.ts';
import { createSandboxService } from './sandbox-service.ts';

/** An image that no engine has: whatever machine this is, that provider does not work. */
const IMAGE = 'qiao.invalid/none:0';

function sandboxesFor(setting: string) {
  const sandboxes = composeSandboxes(
    readSettings({ QIAO_SANDBOX: setting, QIAO_SANDBOX_IMAGE: IMAGE, LANG: 'en_US.UTF-8' }),
  );
  afterAll(() => sandboxes.close());
  return { sandboxes };
}

test('DOC-06 each provider is told with its reason and its remedy, in the language asked for', async () => {
  const service = createSandboxService(sandboxesFor('docker'));
  const english = await service.state('en');
  expect(english).toMatchObject({ setting: 'docker', own: null, any: null });
  expect(english.providers.map(({ name }) => name)).toEqual(['docker', 'bwrap', 'landlock']);
  for (const { works, reason, remedy } of english.providers) {
    expect(reason).not.toBe('');
    expect(remedy === null).toBe(works);
  }
  const [docker] = english.providers;
  expect(docker).toMatchObject({
    works: false,
    remedy: expect.stringContaining(`docker pull ${IMAGE}`),
  });
  const chinese = await service.examine('zh');
  expect(chinese.providers[0]).toMatchObject({
    works: false,
    remedy: expect.stringContaining('取得镜像'),
  });
  expect(chinese.providers.map(({ works }) => works)).toEqual(
    english.providers.map(({ works }) => works),
  );
});

test('DOC-06 switched off, it is told that nothing is a sandbox', async () => {
  const service = createSandboxService(sandboxesFor('off'));
  expect(await service.state('en')).toMatchObject({ setting: 'off', own: 'plain', any: 'plain' });
});
