#!/usr/bin/env node
// Everything a fresh clone needs, then the command behind it. Plain JavaScript: it runs before Node 24 is installed.

import { spawn, spawnSync } from 'node:child_process';
import { lstatSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(ROOT, 'package-lock.json');
/** What npm writes when an installation is whole. */
const MODULES = join(ROOT, 'node_modules');
const INSTALLED = join(MODULES, '.package-lock.json');

/** Installs the dependencies where the lock file changed since the last time; otherwise costs two looks at the disk. */
export function setUp() {
  if (changedAt(INSTALLED) >= changedAt(LOCK)) return;
  // npm empties what it installs into: behind a link, that is somebody else's.
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
    process.stderr.write(
      `The dependencies are not those of package-lock.json, and "${MODULES}" is a link: what it leads to is left alone. Install there, or remove the link.\n` +
        `依赖与 package-lock.json 不一致，而「${MODULES}」是一个链接：它指向的内容没有改动。请在那里安装，或删除这个链接。\n`,
    );
    process.exit(1);
  }
  process.stderr.write('Installing dependencies / 正在安装依赖 …\n');
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    // What npm says belongs to people, not to a program that reads standard output.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) {
    process.stderr.write(
      'npm ci failed; its own words are above. Mend that and run the command again.\n' +
        'npm ci 失败，原因见上。解决后请重新运行。\n',
    );
    process.exit(1);
  }
}

/** Milliseconds; 0 where there is no such file. */
function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Runs a command with the project's own Node first on PATH, and ends as it ends. A terminal sends Ctrl-C to the command as
 * well, so that SIGINT is passed on only to one that takes two at once for one: `passesInterrupt`.
 */
export function runWithProjectNode(command, args, { passesInterrupt = false } = {}) {
  const bin = join(ROOT, 'node_modules', '.bin');
  const child = spawn(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (signal !== 'SIGINT' || passesInterrupt) && child.kill(signal));
  }
  child.on('error', (error) => {
    process.stderr.write(`${command}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0));
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  setUp();
  const [command, ...args] = process.argv.slice(2);
  if (command !== undefined) runWithProjectNode(command, args);
}
