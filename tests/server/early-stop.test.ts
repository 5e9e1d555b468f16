// A server that is told to stop as soon as anybody is answered, while the rest of its start still goes on.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from './run-server.ts';

const dataFolder = mkdtempSync('/var/tmp/qiao-early-');
chmodSync(dataFolder, 0o711);
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

test('a stop at the first answer of a first start ends in order, and its database with it', async () => {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: { PATH, HOME, QIAO_DATA: dataFolder, QIAO_PORT: String(port) },
    stdio: 'ignore',
  });
  const left = once(child, 'exit');
  await answered(`http://127.0.0.1:${port}/healthz`);
  child.kill('SIGTERM');
  expect(await left).toEqual([0, null]);
  expect(existsSync(join(dataFolder, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);
});

async function answered(url: string): Promise<void> {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer === undefined) await answered(url);
}
