// The key of the secrets as an operator meets it: changed under a running server, and lost.

import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { qiao } from '../run-qiao.ts';
import { startServer, type TestServer } from './run-server.ts';

const NEW_KEY = 'n'.repeat(40);

function command(server: TestServer, args: readonly string[], key?: string) {
  const variable = key === undefined ? {} : { QIAO_SECRET_KEY: key };
  return qiao(args, { environment: { QIAO_DATA: server.dataFolder, ...variable } });
}

async function save(server: TestServer, value: string): Promise<Response> {
  return fetch(`${server.url}/api/configuration/weather?layer=org`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      'accept-language': 'en',
    },
    body: JSON.stringify({ values: { token: value, city: 'Bern' } }),
  });
}

test('CFG-03 a key that was changed to the variable is told by every program that has not got it', async () => {
  const server = await startServer();
  try {
    expect((await save(server, 'token-before')).status).toBe(200);
    const wrong = await command(server, ['link'], NEW_KEY);
    expect(wrong).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/run qiao rotate-key.*unset QIAO_SECRET_KEY/),
    });
    const rotated = await command(server, ['rotate-key'], NEW_KEY);
    expect(rotated).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("The key is QIAO_SECRET_KEY's now"),
    });
    for (let asked = 0; asked < 2; asked += 1) {
      const ready = await fetch(`${server.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.text()).toContain('this server does not have it');
    }
    const refused = await save(server, 'token-after');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      code: 'secret-unreadable',
      message: expect.stringContaining('Its operator can start it with that key'),
    });
    expect(server.log().match(/"secret-key-missing"/g)).toHaveLength(1);
    const backup = join(server.dataFolder, 'of-variable.zip');
    const made = await command(server, ['backup', backup], NEW_KEY);
    expect(made).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('is not in the backup'),
    });
    expect(made.stderr).not.toContain('account, and the key');
  } finally {
    await server.remove();
  }
}, 120_000);

test('CFG-03 with the key lost a backup says so, and forget-secrets is the way on', async () => {
  const server = await startServer();
  try {
    const body = { values: { token: 'weather-token', city: 'Bern' } };
    const at = { params: { skill: 'weather' }, query: { layer: 'org' } } as const;
    await server.client.call('configuration.update', { ...at, body });
    await server.client.call('provider-keys.set', {
      params: { provider: 'openai' },
      body: { api_key: 'sk-of-the-test' },
    });
    const busy = await command(server, ['forget-secrets', '--yes']);
    expect(busy).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Stop the server') });
    await server.stop();
    const here = await command(server, ['forget-secrets', '--yes']);
    expect(here).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing is lost') });

    const keyFile = join(server.dataFolder, 'secret.key');
    renameSync(keyFile, `${keyFile}.lost`);
    const backup = join(server.dataFolder, 'without-key.zip');
    const made = await command(server, ['backup', backup]);
    expect(made).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('- the key: ') });
    expect(made.stderr).toContain('but not the key that opens the secrets');

    const asked = await command(server, ['forget-secrets']);
    expect(asked.exitCode).toBe(1);
    expect(asked.stdout).toMatch(/1 encrypted configuration values.*\n.*"[^"]+" \(openai\)/);
    const done = await command(server, ['forget-secrets', '--yes']);
    expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Forgotten') });
    expect(readFileSync(keyFile, 'utf8')).toContain('qiao1.');
    rmSync(`${keyFile}.lost`);

    const again = await server.restart();
    const left = await again.client.call('configuration.list', { query: {} });
    expect(left.items.map(({ key }) => key)).toEqual(['city']);
    await again.client.call('configuration.update', { ...at, body });
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
    await again.stop();
  } finally {
    await server.remove();
  }
}, 120_000);
