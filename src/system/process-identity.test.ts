import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isProcessGone, ownProcessIdentity } from './process-identity.ts';

test('this process is not gone', () => {
  expect(isProcessGone(ownProcessIdentity())).toBe(false);
});

test('a process that ended is gone, also where its id is used again', async () => {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { ownProcessIdentity } from ${JSON.stringify(new URL('process-identity.ts', import.meta.url).href)};
     process.stdout.write(ownProcessIdentity()); setInterval(() => {}, 1000);`,
  ]);
  const [written] = await once(child.stdout, 'data');
  const identity = String(written);
  expect(isProcessGone(identity)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isProcessGone(identity)).toBe(true);
  const [machine] = identity.split('/');
  expect(isProcessGone(`${machine}/${process.pid}/1`)).toBe(true);
});

test('of a process on another machine nobody here knows', () => {
  expect(isProcessGone('elsewhere/1/1')).toBe(false);
});
