// What `postmaster.pid` says of the embedded server, and whether it is true: after a kill it names a process that is gone.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readProcess } from '../process-table.ts';
import { OWN_FOLDER } from './run-program.ts';
import { systemCode } from './system-code.ts';

export type ServerState =
  | { readonly status: 'none' | 'stale' }
  | {
      readonly status: 'starting' | 'ready' | 'stopping';
      readonly pid: number;
      /** The socket's folder, or an address where there are no such sockets. */
      readonly host: string;
      readonly port: number;
    };

const PID_FILE = 'postmaster.pid';

export function readServerState(cluster: string): ServerState {
  const lines = readLines(join(cluster, PID_FILE));
  if (lines === undefined) return { status: 'none' };
  const [pidLine, , , portLine, socketFolder, listenAddress, , statusLine] = lines;
  const pid = Number(pidLine);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isServer(pid, cluster)) return { status: 'stale' };
  const phase = statusLine?.trim();
  const status = phase === 'ready' || phase === 'stopping' ? phase : 'starting';
  const host = socketFolder === '' || socketFolder === undefined ? listenAddress : socketFolder;
  return { status, pid, host: host ?? '', port: Number(portLine ?? 0) };
}

/** Only for one who knows that nobody else is starting the server. */
export function removePidFile(cluster: string): void {
  rmSync(join(cluster, PID_FILE), { force: true });
}

/** Whether `pid` is the server of `cluster`. In doubt it is: two servers on one cluster would ruin it. */
function isServer(pid: number, cluster: string): boolean {
  let isForeign = false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false;
    // EPERM: it is alive and another user's.
    isForeign = true;
  }
  if (!existsSync('/proc/self/stat')) return isServerByList(pid, cluster);
  if (readProcess(pid) === undefined) {
    // A zombie, which nobody buries where the first process of a container does not; or a hidden stranger.
    return isForeign && !existsSync(`/proc/${pid}`);
  }
  const command = readCommand(pid);
  if (command !== undefined && !/(^|\/)postgres(\0|$)/.test(command)) return false;
  const folder = folderOf(pid);
  if (folder !== undefined) return folder === realpathSync(cluster);
  return command === undefined || command.includes(cluster) || command.includes(OWN_FOLDER);
}

/** The folder that a process stands in: PostgreSQL's stand in their cluster. Undefined where nobody says. */
export function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function readLines(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A server's own process keeps the command that it was started with; those below it say `postgres: …`. */
function readCommand(pid: number): string | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return command === '' ? undefined : command;
  } catch {
    return undefined;
  }
}

/** Where there is no /proc. */
function isServerByList(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true;
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return stdout.includes('postgres') && stdout.includes(cluster);
}
