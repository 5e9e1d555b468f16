// A small process that outlives the server: when the server dies, however it dies, it kills what the server started.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const LONGEST_GOODBYE_MS = 5000;

/**
 * Reads `+ group` and `- group` from standard input. At its end it kills those groups and whatever carries the
 * marker in its environment, until nothing does. Plain POSIX shell; without /proc the groups must do.
 */
const SCRIPT = `
trap '' HUP INT TERM PIPE
marker=$1
groups=' '
while read -r sign group; do
  case $groups in *" $group "*) groups="\${groups%% "$group" *} \${groups#* "$group" }" ;; esac
  [ "$sign" = + ] && groups="$groups$group "
done
round=0
while [ $round -lt 40 ]; do
  for group in $groups; do kill -9 "-$group" 2>/dev/null; done
  found=$(grep -alF "$marker" /proc/[0-9]*/environ 2>/dev/null)
  [ -z "$found" ] && break
  for file in $found; do
    id=\${file#/proc/}
    kill -9 "\${id%/environ}" 2>/dev/null
  done
  round=$((round + 1))
  sleep 0.05 2>/dev/null || sleep 1
done
`;

export interface TreeGuard {
  /** Starts it where it isn't running. To be called before each process, which else could outlive the server. */
  ensureRunning(): void;
  /** Tells it of a process group to kill. */
  watch(group: number): void;
  /** The group is gone: its number may soon belong to somebody else. */
  forget(group: number): void;
  /** Lets it kill what is left and waits until it has ended. */
  close(): Promise<void>;
}

/** `marker` is the part of an environment that everything to be killed carries. */
export function createTreeGuard(marker: string): TreeGuard {
  const groups = new Set<number>();
  let running: ChildProcess | undefined;

  const start = () => {
    const child = spawnGuard(marker);
    child?.once('exit', () => {
      if (running === child) running = undefined;
    });
    running = child;
    for (const group of groups) child?.stdin?.write(`+ ${group}\n`);
  };

  return {
    ensureRunning: () => {
      if (running === undefined) start();
    },
    watch: (group) => {
      if (groups.has(group)) return;
      groups.add(group);
      running?.stdin?.write(`+ ${group}\n`);
    },
    forget: (group) => {
      if (groups.delete(group)) running?.stdin?.write(`- ${group}\n`);
    },
    close: async () => {
      const child = running;
      running = undefined;
      if (child?.pid === undefined) return;
      child.ref();
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(LONGEST_GOODBYE_MS) });
      child.stdin?.end();
      await ended.catch(() => child.kill('SIGKILL'));
    },
  };
}

/** Undefined where the system refuses: a server without a guard still kills what it can reach. */
function spawnGuard(marker: string): ChildProcess | undefined {
  try {
    const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', marker], {
      // Its own session: what ends the server's group does not end it.
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    // The server must be able to end while it runs; that is what it is for.
    child.unref();
    unref(child.stdin);
    return child.pid === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}

/** A pipe to a child is a socket, though its type does not say so. */
function unref(pipe: object): void {
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
}
