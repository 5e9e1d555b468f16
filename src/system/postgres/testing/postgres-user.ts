// A process that uses the embedded server as `qiao serve` does, for tests: it reports, can be asked to leave, and killed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { readProcess } from '../../process-table.ts';
import { readServerState } from '../server-state.ts';

const report = z.object({
  type: z.string(),
  reason: z.string().optional(),
  code: z.string().optional(),
  /** The English sentence of a failure. */
  text: z.string().optional(),
  address: z
    .object({
      host: z.string(),
      port: z.number(),
      user: z.string(),
      password: z.string(),
      database: z.string(),
    })
    .optional(),
});
type Report = z.infer<typeof report>;

export interface PostgresUser {
  readonly pid: number;
  /** Waits for the next report of this type and passes over others. */
  readonly next: (type: string) => Promise<Report>;
  /** The first report: `ready` or `refused`. */
  readonly first: () => Promise<Report>;
  readonly leave: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** As a terminal's Ctrl-C: to the whole group. */
  readonly interruptGroup: () => void;
}

export interface PostgresUserParts {
  readonly dataFolder: string;
  readonly programs?: string;
  readonly uid?: number;
  /** Sees another /tmp than others do. */
  readonly hasOwnTmp?: boolean;
  /** Of another installation. */
  readonly installation?: string;
}

const PROGRAM = `
const [source, dataFolder, programs] = process.argv.slice(1);
const say = (report) => process.stdout.write(JSON.stringify(report) + '\\n');
const { startPostgres } = await import(source);
try {
  const server = await startPostgres({
    dataFolder, programs, lookEveryMs: 50,
    onEvent: ({ error, ...event }) => say({ ...event, text: error?.text.en }),
  });
  say({ type: 'ready', address: server.address });
  process.stdin.once('data', async () => {
    await server.stop();
    say({ type: 'left' });
    process.exit(0);
  });
} catch (error) {
  say({ type: 'refused', code: error.code, text: error.text?.en ?? error.stack });
  process.exit(3);
}
`;

const OWN_TMP = 'unshare --mount sh -c'.split(' ');
/** The installation (`$0`) stays within reach where it is below /tmp. */
const MOUNT_TMP = `case "$0" in
  /tmp/*)
    kept=$(mktemp -d /var/tmp/qiao-kept-XXXXXX) && mount --bind "$0" "$kept" &&
      mount -t tmpfs none /tmp && mkdir -p "$0" && mount --bind "$kept" "$0" &&
      umount "$kept" && rmdir "$kept" ;;
  *) mount -t tmpfs none /tmp ;;
esac && exec "$@"`;
const INSTALLATION = resolve(import.meta.dirname, '../../../..');

export function startUser(parts: PostgresUserParts): PostgresUser {
  const { dataFolder, programs, uid, hasOwnTmp = false, installation = INSTALLATION } = parts;
  const source = join(installation, 'src/system/postgres/start-postgres.ts');
  const flags = ['--input-type=module', '--eval', PROGRAM, source, dataFolder];
  const command = [process.execPath, ...flags, ...(programs === undefined ? [] : [programs])];
  const [program = '', ...args] = hasOwnTmp
    ? [...OWN_TMP, MOUNT_TMP, installation, ...command]
    : command;
  const child = spawn(program, args, {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const reports = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = async () => {
    const { done, value } = await reports.next();
    if (done === true) throw new Error('the process has ended');
    return report.parse(JSON.parse(value));
  };
  const next: PostgresUser['next'] = async (type) => {
    const found = await first();
    if (found.type === 'refused') throw new Error(found.text);
    return found.type === type ? found : next(type);
  };
  return {
    pid: child.pid ?? 0,
    first,
    next,
    async leave() {
      child.stdin.write('leave\n');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    interruptGroup: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
  };
}

export interface TestFolder extends AsyncDisposable {
  readonly path: string;
}

/** Ends the server that is left in it, whatever the test did, and removes the folder. */
export function makeTestFolder(parent = '/var/tmp', mode = 0o755): TestFolder {
  const path = mkdtempSync(join(parent, 'qiao-pg-'));
  chmodSync(path, mode);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await quitServer(path);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Ends a server at once that nobody has left in order, and resolves when it is gone. */
export async function quitServer(dataFolder: string): Promise<void> {
  const state = readServerState(join(dataFolder, 'postgres'));
  if (!('pid' in state)) return;
  process.kill(state.pid, 'SIGQUIT');
  while (readProcess(state.pid) !== undefined) await pause(5);
  await rm(state.host, { recursive: true, force: true });
}

/** The process of the server that runs for this data folder. */
export function serverPid(dataFolder: string): number | undefined {
  const state = readServerState(join(dataFolder, 'postgres'));
  return 'pid' in state ? state.pid : undefined;
}

/** The process group of a process, and its session. */
export function groupOf(pid: number): readonly [group: number, session: number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number(group), Number(session)];
}
