// Lets one process at a time look at the embedded server and start it: a lock that the system itself lets go.

import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { systemCode } from './system-code.ts';

const PATIENCE_MS = 300_000;

export interface OneStarterParts {
  /** The same in all processes that share the server, and nobody else can guess it. */
  readonly name: string;
  /** Said where the wait was too long. */
  readonly log: string;
}

/** Who listens holds the lock, and its death ends the listening. Who waits is connected to it, and wakes when that ends. */
export async function asOneStarter<Result>(
  parts: OneStarterParts,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await takeLock(parts);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Does `work` unless somebody holds the lock just now. */
export async function unlessStarting(name: string, work: () => void): Promise<void> {
  const lock = await listen(lockAddress(name));
  if (lock === undefined) return;
  try {
    work();
  } finally {
    lock.release();
  }
}

interface Lock {
  release(): void;
}

async function takeLock({ name, log }: OneStarterParts): Promise<Lock> {
  const address = lockAddress(name);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const lock = await listen(address);
    if (lock !== undefined) return lock;
    const leftMs = until - performance.now();
    if (leftMs <= 0)
      throw new AppError('database-unavailable', postgresTexts.tooSlow(PATIENCE_MS / 1000, log));
    await untilReleased(address, leftMs);
  }
}

/** Linux has names for sockets that are no files, Windows has pipes; elsewhere it is a file, which a kill leaves behind. */
function lockAddress(name: string): string {
  const id = createHash('sha256').update(`start ${name}`).digest('hex').slice(0, 24);
  if (process.platform === 'linux') return `\0qiao-start-${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\qiao-start-${id}`;
  return `/tmp/qiao-start-${id}`;
}

function listen(address: string): Promise<Lock | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Lock | undefined>();
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => waiting.delete(socket));
  });
  server.on('error', (error) => {
    if (systemCode(error) === 'EADDRINUSE') resolve(undefined);
    else reject(error);
  });
  server.listen(address, () => resolve({ release: () => release(server, waiting) }));
  return promise;
}

function release(server: Server, waiting: ReadonlySet<Socket>): void {
  server.close();
  for (const socket of waiting) socket.destroy();
}

function untilReleased(address: string, mostMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(address);
  socket.setTimeout(Math.min(mostMs, 2 ** 31 - 1), () => socket.destroy());
  socket.on('error', (error) => {
    if (systemCode(error) === 'ECONNREFUSED' && address.startsWith('/')) removeLeftOver(address);
  });
  socket.on('close', () => resolve());
  return promise;
}

/** By way of another name, so that of two who find it only one removes it. */
function removeLeftOver(address: string): void {
  const aside = `${address}.${process.pid}`;
  try {
    renameSync(address, aside);
    rmSync(aside, { force: true });
  } catch {
    // Removed already.
  }
}
