// From the start of the server on a data folder that is there to `/readyz`, against a bare Hono server with PostgreSQL.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPrograms, programIn } from '#system/postgres/find-programs.ts';
import { print } from './cpu-rounds.ts';

const BAR = 4;
const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url));

const folder = mkdtempSync('/var/tmp/qiao-bench-');
chmodSync(folder, 0o711);
const socket = mkdtempSync('/var/tmp/qiao-bench-socket-');
chmodSync(socket, 0o777);
const port = await freePort();
try {
  // The first start makes the cluster, and the second fills the compile cache.
  await time(ours());
  await time(ours());
  const bare = await bareArguments();
  const costs = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.bare.push(await time({ args: [BARE, ...bare], environment: {} }));
    costs.ours.push(await time(ours()));
  }
  const [own, other] = [median(costs.ours), median(costs.bare)];
  print({ bench: 'serve-start', ratio: own / other, bar: BAR, ours_ms: own, bare_ms: other });
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(socket, { recursive: true, force: true });
}

interface Start {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

function ours(): Start {
  return { args: [MAIN, 'serve'], environment: { QIAO_DATA: folder, QIAO_PORT: String(port) } };
}

async function bareArguments(): Promise<string[]> {
  const cluster = join(folder, 'postgres');
  const programs = await findPrograms({
    given: undefined,
    account: undefined,
    dataFolder: folder,
  });
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim();
  const { uid } = statSync(cluster);
  const account = process.getuid?.() === 0 ? String(uid) : '';
  return [programIn(programs, 'postgres'), cluster, socket, password, account, String(port)];
}

/** Milliseconds until it answers that it is ready; then it is stopped, and has left. */
async function time({ args, environment }: Start): Promise<number> {
  const { PATH = '', HOME = '' } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME, LANG: 'en_US.UTF-8', ...environment },
    stdio: 'ignore',
  });
  await ready(child);
  const took = performance.now() - began;
  const left = once(child, 'exit');
  child.kill('SIGTERM');
  await left;
  return Math.round(took);
}

async function ready(child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`ended with ${child.exitCode}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
