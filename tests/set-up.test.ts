// The launcher: what stands before the program on a fresh clone.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const run = (args: readonly string[], path = process.env['PATH']) =>
  spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, PATH: path } });

test('a command behind the set-up runs on the project’s own Node, and its exit code is kept', () => {
  const print = ['-e', 'console.log(process.versions.node); process.exit(7)'];
  const { stdout, status } = run(['scripts/set-up.mjs', 'node', ...print], '/usr/bin:/bin');
  expect(stdout.trim()).toBe(createRequire(import.meta.url)('../package.json').dependencies.node);
  expect(status).toBe(7);
});

test('nothing is installed where the lock file is the one that was installed', () => {
  expect(run(['scripts/set-up.mjs', 'node', '-e', '0'])).toMatchObject({ stderr: '', stdout: '' });
});

// A link to a folder needs rights of its own there.
test.skipIf(process.platform === 'win32')('what a link leads to is not installed over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linked-'));
  const [theirs, clone] = [join(folder, 'theirs'), join(folder, 'clone')];
  mkdirSync(theirs);
  writeFileSync(join(theirs, 'their-own'), '');
  mkdirSync(join(clone, 'scripts'), { recursive: true });
  cpSync('scripts/set-up.mjs', join(clone, 'scripts', 'set-up.mjs'));
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  symlinkSync(theirs, join(clone, 'node_modules'));
  const { status, stderr } = run([join(clone, 'scripts', 'set-up.mjs')]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('is a link') });
  expect(existsSync(join(theirs, 'their-own'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test('the launcher starts the program with whatever Node the machine has of its own', () => {
  const path = '/usr/local/bin:/usr/bin:/bin';
  const own = spawnSync('node', ['-p', '1'], { env: { PATH: path } });
  const node = own.status === 0 ? 'node' : process.execPath;
  const { stdout, status } = spawnSync(node, ['bin/qiao.mjs', '--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+/) });
});

test('the launcher starts the program', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(run(['bin/qiao.mjs', '--version']).stdout).toBe(`${version}\n`);
});

test.each([
  ['the launcher alone', 1],
  ['the whole group, as a terminal does', -1],
])('SIGINT to %s stops the server, once and cleanly', async (_, sign) => {
  const dataFolder = mkdtempSync('/var/tmp/qiao-start-');
  chmodSync(dataFolder, 0o711);
  // As on a machine whose own Node is older: the program runs as a child of the launcher.
  const launch = `
    import { runWithProjectNode } from './scripts/set-up.mjs';
    runWithProjectNode('node', ['bin/qiao.mjs', 'serve'], { passesInterrupt: true });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', launch], {
    detached: true,
    env: { ...process.env, QIAO_LANGUAGE: 'en', QIAO_DATA: dataFolder, QIAO_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stderr = text(child.stderr);
  try {
    for await (const bytes of child.stdout.iterator({ destroyOnReturn: false }))
      if (String(bytes).includes('/auth/link/')) break;
    child.stdout.resume();
    process.kill(sign * Number(child.pid), 'SIGINT');
    expect(await closed).toEqual([0, null]);
    expect((await stderr).match(/Stopping/g)).toHaveLength(1);
  } finally {
    child.kill('SIGTERM');
    await closed;
    rmSync(dataFolder, { recursive: true, force: true });
  }
});

test('npm start starts the server, says where it is, and SIGTERM to its group stops it', async () => {
  const dataFolder = mkdtempSync('/var/tmp/qiao-start-');
  chmodSync(dataFolder, 0o711);
  const child = spawn('npm', ['--silent', 'start'], {
    // A group of its own, so that npm, its shell and the launcher are told at once, as a terminal does.
    detached: true,
    env: {
      ...process.env,
      QIAO_LANGUAGE: 'en',
      QIAO_DATA: dataFolder,
      QIAO_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  try {
    let said = '';
    for await (const bytes of child.stdout) {
      said += String(bytes);
      if (said.includes('/auth/link/')) break;
    }
    const url = /Qiao runs at (\S+)/.exec(said)?.[1] ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  } finally {
    process.kill(-Number(child.pid), 'SIGTERM');
    await closed;
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
