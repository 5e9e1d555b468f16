// The embedded server's process: found running, or started; and stopped.

import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { readProcess, readProcessTable } from '../process-table.ts';
import { programIn } from './find-programs.ts';
import { refuseOtherVersion } from './program-version.ts';
import { asAccount, OWN_FOLDER, runProgram, serverEnvironment } from './run-program.ts';
import { giveFolder } from './server-account.ts';
import { openLog } from './server-log.ts';
import type { ServerParts } from './server-parts.ts';
import { SERVER_SETTINGS } from './server-settings.ts';
import { folderOf, readServerState, removePidFile, type ServerState } from './server-state.ts';
import { clearSocketFolder, makeSocketFolder, SOCKET_PORT } from './socket-folder.ts';
import { isHeldByEarlier, isTakenByAnother, startFailure } from './start-failure.ts';

export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

const LOOK_MS = 3;
/** Recovery after a crash may have much to read. */
const START_PATIENCE_MS = 300_000;
/** What a killed server leaves behind ends by itself, mostly at once. */
const LEFT_OVERS_MS = 2000;
const HELD_PATIENCE_MS = 10_000;
const STOP_PATIENCE_MS = 20_000;
const FIRST_PRIVATE_PORT = 49_152;

/** Gives the running server's place, and starts it where there is none. Only for who holds the starter's lock. */
export async function ensureServer(parts: ServerParts): Promise<ServerPlace> {
  const { cluster, log } = parts.folders;
  const start = performance.now();
  while (performance.now() - start < START_PATIENCE_MS) {
    const state = readServerState(cluster);
    if (state.status === 'ready') return { host: state.host, port: state.port };
    if (state.status === 'starting' || state.status === 'stopping') await pause(LOOK_MS);
    else await launch(parts, performance.now() - start);
  }
  throw new AppError('database-unavailable', postgresTexts.tooSlow(START_PATIENCE_MS / 1000, log));
}

/** Ends the server, cutting its connections, and resolves when its process is gone. */
export async function stopServer(parts: ServerParts): Promise<void> {
  const state = readServerState(parts.folders.cluster);
  if (!('pid' in state)) return;
  await signal(parts, state.pid, 'SIGINT');
  const start = performance.now();
  let isImpatient = false;
  while (isAlive(state.pid, parts.folders.cluster)) {
    await pause(LOOK_MS);
    const waitedMs = performance.now() - start;
    if (waitedMs > 2 * STOP_PATIENCE_MS) return;
    if (waitedMs < STOP_PATIENCE_MS || isImpatient) continue;
    // Without a checkpoint: the next start recovers what this one would have written.
    isImpatient = true;
    await signal(parts, state.pid, 'SIGQUIT');
  }
}

/** Resolves when the server is ready or when it is worth another look. Throws where it refuses to start. */
async function launch(parts: ServerParts, waitedMs: number): Promise<void> {
  const { folders } = parts;
  removePidFile(folders.cluster);
  await mendFolder(parts);
  const socketFolder = makeSocketFolder({ ...parts, name: parts.secretName });
  clearSocketFolder(socketFolder);
  const log = openLog(folders.log);
  try {
    const server = spawnServer(parts, socketFolder, log.descriptor);
    const how = await untilReady(server, folders.cluster);
    if (how === undefined) return;
    const said = log.readNews();
    if (isTakenByAnother(said)) return await pause(LOOK_MS);
    if (isHeldByEarlier(said) && waitedMs < HELD_PATIENCE_MS)
      return await endLeftOvers(folders.cluster, waitedMs);
    await refuseOtherVersion(parts);
    throw startFailure({ folders, said, how });
  } finally {
    log.close();
  }
}

/** In a session of its own: neither the terminal's Ctrl-C nor the end of the starter ends it. */
function spawnServer(
  parts: ServerParts,
  socketFolder: string,
  log: number | undefined,
): ChildProcess {
  const { cluster } = parts.folders;
  const settings = { ...SERVER_SETTINGS, ...listening(socketFolder, parts.secretName) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = log ?? 'ignore';
  const server = spawn(
    programIn(parts.programs, 'postgres'),
    ['-D', parts.isFolderOpen ? cluster : OWN_FOLDER, ...flags],
    {
      ...asAccount(parts.account),
      cwd: cluster,
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
    },
  );
  server.unref();
  return server;
}

/** Without such sockets, a port that stays the same: the platform's address must outlive the server's process. */
function listening(socketFolder: string, name: string): Readonly<Record<string, string>> {
  if (process.platform === 'win32') {
    const port = FIRST_PRIVATE_PORT + (Number.parseInt(name.slice(0, 4), 16) % 16_384);
    return { listen_addresses: '127.0.0.1', port: String(port) };
  }
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  };
}

/** How it ended, or undefined when it is ready. */
async function untilReady(server: ChildProcess, cluster: string): Promise<string | undefined> {
  let how: string | undefined;
  server.once('error', (error) => (how = error.message));
  server.once('exit', (code, exitSignal) => (how ??= exitSignal ?? `exit code ${code}`));
  const start = performance.now();
  while (performance.now() - start < START_PATIENCE_MS) {
    const state: ServerState = readServerState(cluster);
    if (state.status === 'ready' && state.pid === server.pid) return undefined;
    if (how !== undefined) return how;
    await pause(LOOK_MS);
  }
  return 'timeout';
}

/** PostgreSQL wants its folder to be its user's and closed; a copy or a restored backup often isn't. */
async function mendFolder({ folders, account }: ServerParts): Promise<void> {
  const stats = statSync(folders.cluster);
  const owner = account?.uid ?? process.getuid?.();
  if (stats.uid !== owner) {
    if (account === undefined)
      throw new AppError('database-unavailable', postgresTexts.folderOfAnother(folders.cluster));
    await giveFolder(folders.cluster, account);
  }
  // oxlint-disable-next-line no-bitwise -- permissions are bits
  if ((stats.mode & 0o77) !== 0) chmodSync(folders.cluster, 0o700);
}

async function endLeftOvers(cluster: string, waitedMs: number): Promise<void> {
  await pause(LOOK_MS * 4);
  if (waitedMs < LEFT_OVERS_MS) return;
  for (const pid of readProcessTable().keys())
    if (folderOf(pid) === cluster) killQuietly(pid, 'SIGKILL');
}

async function signal(parts: ServerParts, pid: number, name: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (process.platform !== 'win32') return killQuietly(pid, name);
  const mode = name === 'SIGINT' ? 'fast' : 'immediate';
  await runProgram({
    program: programIn(parts.programs, 'pg_ctl'),
    args: ['stop', '-D', parts.folders.cluster, '-m', mode],
    folder: parts.folders.data,
    account: undefined,
  });
}

function killQuietly(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already; or another user's, and then it goes on.
  }
}

function isAlive(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return readProcess(pid) !== undefined;
  const state = readServerState(cluster);
  return 'pid' in state && state.pid === pid;
}
