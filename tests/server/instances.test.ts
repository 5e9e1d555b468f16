// Where a command makes an instance, where it must not, and how one gets in afterwards.

import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { qiao } from '../run-qiao.ts';
import { startServer } from './run-server.ts';
import { startObedientModel } from './talk.ts';

const folder = mkdtempSync('/var/tmp/qiao-instances-');
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['link', ['link']],
  ['worker', ['worker']],
  ['chat --session', ['chat', 'hi', '--session', 'any']],
])('qiao %s makes no instance, and says where it looked', async (_, args) => {
  const place = join(folder, 'forgotten');
  const { exitCode, stderr } = await qiao(args, { environment: { QIAO_DATA: place } });
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`no instance in ${place}`);
  expect(stderr).toContain('QIAO_DATA');
  expect(existsSync(place)).toBe(false);
});

test('chat --role says that it makes one; a server still prints a link, until somebody has signed in', async () => {
  const place = join(folder, 'made');
  const environment = { QIAO_DATA: place };
  const said = await qiao(['chat', '/help', '--role', 'Qiao'], { environment });
  expect(said.stderr).toContain(`a new one was made in ${place}`);
  const again = await qiao(['chat', '/help', '--role', 'Qiao'], { environment });
  expect(again.stderr).not.toContain('a new one was made');
  const stranger = await qiao(['link', 'bob'], { environment });
  expect(stranger.stderr).toContain('Nobody has the login "bob". The logins are: owner.');

  // It signs in by the link that it reads there.
  const server = await startServer({ environment });
  await server.remove();
});

test('chat --role says where the role’s own model is, wherever the instance’s is', async () => {
  const model = await startObedientModel(() => ({ text: 'Hello.' }));
  const server = await startServer();
  try {
    expect(server.log()).toContain('roles without a model of their own are answered offline');
    const ask = async (method: string, path: string, body: object): Promise<void> => {
      const headers = { 'content-type': 'application/json', ...server.browser };
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      expect(answer.status).toBeLessThan(300);
    };
    await ask('PUT', '/api/provider-keys/openai', { base_url: model.baseUrl, api_key: 'k' });
    await ask('POST', '/api/roles', { name: 'Own', model: 'openai/own' });
    const environment = { QIAO_DATA: server.dataFolder };
    const own = await qiao(['chat', 'hi', '--role', 'Own'], { environment });
    expect(own.stdout).toContain('Hello.');
    expect(own.stderr).toContain(
      `openai/own; what is said is sent to ${new URL(model.baseUrl).host}.`,
    );
    expect(own.stderr).not.toContain('nothing leaves this machine');
    const preset = await qiao(['chat', '/help', '--role', 'Qiao'], { environment });
    expect(preset.stderr).toContain('nothing leaves this machine');
  } finally {
    await server.remove();
    await model.close();
  }
});

test.each([
  ['missing', undefined, 2],
  ['broken', 'no zip', 1],
])('restore of a %s file says so, and makes nothing', async (name, content, code) => {
  const file = join(folder, `${name}.zip`);
  if (content !== undefined) writeFileSync(file, content);
  const place = join(folder, `restored-${name}`);
  const { exitCode, stderr } = await qiao(['restore', file], { environment: { QIAO_DATA: place } });
  expect(exitCode).toBe(code);
  expect(stderr).toContain(file);
  expect(existsSync(join(place, 'postgres'))).toBe(false);
});

test.each(['', '   '])(
  'a message of nothing (%j) is a mistake of usage, and runs no turn',
  async (text) => {
    const { exitCode, stdout, stderr } = await qiao(['chat', text]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('empty');
  },
);
