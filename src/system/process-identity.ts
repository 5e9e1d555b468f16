// Names one process for good, so that another process on the same machine can tell whether it is gone.

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { readProcess } from './process-table.ts';

let own: string | undefined;

/** `machine/id/start`: unlike that of any other process, also where ids are used again. */
export function ownProcessIdentity(): string {
  own ??= identityOf(process.pid);
  return own;
}

/** Whether a process is gone for certain; false where it lives, or where nobody here can know. */
export function isProcessGone(identity: string): boolean {
  if (identity === ownProcessIdentity()) return false;
  const [machine, id] = identity.split('/');
  if (machine !== machineName() || id === undefined) return false;
  return identityOf(Number(id)) !== identity;
}

function identityOf(id: number): string {
  const start = readProcess(id)?.startTime ?? (isAlive(id) ? 'alive' : 'gone');
  return [machineName(), id, start].join('/');
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

let machine: string | undefined;

/** This boot of this machine; of containers on one machine each has its own. */
function machineName(): string {
  machine ??= `${hostname()}:${bootId()}`.replaceAll('/', '_');
  return machine;
}

function bootId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}
