// One started process from its first byte to the end of its last descendant that can be found.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { Duplex, type Readable } from 'node:stream';
import { spawnFailure } from '#system/child-process.ts';
import { createProcessTree } from '#system/process-tree.ts';
import type { ProcessEnd, SandboxProcess } from './sandbox.ts';
import type { TreeMonitor, WatchedTree } from './tree-monitor.ts';

const DRAIN_IDLE_MS = 100;
const DRAIN_AT_MOST_MS = 500;

export interface SuperviseParts {
  readonly child: ChildProcess;
  /** As it was asked for, for error texts. */
  readonly program: string;
  /** In the environment of the whole tree and of nobody else. */
  readonly marker: string;
  readonly memoryBytes: number;
  readonly monitor: TreeMonitor;
  readonly egressDenied?: SandboxProcess['egressDenied'];
  /** A program stands around it that ends with 128 and the signal's number where a signal ended what it ran. */
  readonly tellsSignals?: boolean;
}

export function superviseProcess(parts: SuperviseParts): SandboxProcess {
  const { child } = parts;
  const channel = child.stdio[3] instanceof Duplex ? child.stdio[3] : undefined;
  // A worker that dies while it is written to: `ended` says so.
  channel?.on('error', () => undefined);
  const output = createOutput(child, channel);
  const life = child.pid === undefined ? stillborn(parts) : watchLife(parts, child.pid, output);
  // The caller may look at the end later, or only kill.
  life.ended.catch(() => undefined);
  const egressDenied = parts.egressDenied ?? (() => []);
  return { id: child.pid ?? -1, channel, onOutput: output.listen, egressDenied, ...life };
}

type Life = Pick<SandboxProcess, 'ended' | 'kill'>;

/** Node learns a few failures (EAGAIN, EMFILE) only after `spawn` has returned. */
function stillborn({ child, program }: SuperviseParts): Life {
  const ended = new Promise<ProcessEnd>((_, reject) => {
    child.once('error', (error) => reject(spawnFailure(program, error)));
  });
  return { ended, kill: async () => undefined };
}

function watchLife(parts: SuperviseParts, id: number, output: Output): Life {
  const { child, monitor } = parts;
  const tree = createProcessTree(id, parts.marker);
  let endedBy: ProcessEnd['endedBy'] = 'itself';
  let hasExited = false;

  const end = (reason: 'kill' | 'memory') => {
    if (!hasExited && endedBy === 'itself') endedBy = reason;
    return tree.kill();
  };
  const watched: WatchedTree = {
    group: id,
    tree,
    memoryBytes: parts.memoryBytes,
    // What keeps it from being killed, `ended` tells.
    onTooMuchMemory: () => void end('memory').catch(() => undefined),
  };
  monitor.add(watched);

  const ended = exitOf(child, parts.tellsSignals === true).then(
    async (exit): Promise<ProcessEnd> => {
      hasExited = true;
      tree.rootHasEnded();
      await tree.kill();
      monitor.remove(watched);
      await output.drain();
      for (const pipe of child.stdio) pipe?.destroy();
      return { ...exit, endedBy };
    },
  );
  let isGone = false;
  const markGone = () => {
    isGone = true;
  };
  ended.then(markGone, markGone);
  return {
    ended,
    kill: async () => {
      // Once all is gone the ids may belong to others.
      if (isGone) return;
      await end('kill');
      await ended;
    },
  };
}

function exitOf(
  child: ChildProcess,
  tellsSignals: boolean,
): Promise<Pick<ProcessEnd, 'exitCode' | 'signal'>> {
  return new Promise((resolve) => {
    // A later `error` (a signal that can't be sent) changes nothing about how it ends.
    child.on('error', () => undefined);
    child.once('exit', (exitCode, signal) => {
      const told = tellsSignals ? signalOf(exitCode) : undefined;
      resolve(told === undefined ? { exitCode, signal } : { exitCode: null, signal: told });
    });
  });
}

function signalOf(exitCode: number | null): string | undefined {
  if (exitCode === null || exitCode <= 128) return undefined;
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
}

interface Output {
  readonly listen: SandboxProcess['onOutput'];
  /** Resolves when both streams have ended, or have been silent for a while, or time is up. */
  drain(): Promise<void>;
}

type OutputListener = Parameters<SandboxProcess['onOutput']>[0];

function createOutput(child: ChildProcess, channel: Duplex | undefined): Output {
  const listeners: OutputListener[] = [];
  const streams = [
    ['stdout', child.stdout],
    ['stderr', child.stderr],
  ] as const;
  for (const [name, stream] of streams) {
    stream?.on('error', () => undefined);
    stream?.on('data', (chunk: Buffer) => {
      for (const listener of listeners) listener(chunk, name);
    });
  }
  return {
    listen: (listener) => {
      listeners.push(listener);
    },
    // The channel's last message counts as output: whoever reads it shall have read it before the end is told.
    drain: () => drain([child.stdout, child.stderr], channel),
  };
}

/** A descendant in another user's name may hold a pipe open for ever, so the wait is bounded. */
function drain(outputs: readonly (Readable | null)[], channel: Duplex | undefined): Promise<void> {
  const talking = outputs.flatMap((stream) => stream ?? []);
  const open = [...talking, ...(channel === undefined ? [] : [channel])].filter(
    (stream) => !stream.closed,
  );
  if (open.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(idle);
      clearTimeout(limit);
      resolve();
    };
    const idle = setTimeout(finish, DRAIN_IDLE_MS);
    const limit = setTimeout(finish, DRAIN_AT_MOST_MS);
    for (const stream of talking) stream.on('data', () => idle.refresh());
    void Promise.all(open.map((stream) => once(stream, 'close'))).then(finish, finish);
  });
}
