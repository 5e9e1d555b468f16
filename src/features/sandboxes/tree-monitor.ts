// Looks at all running trees about four times a second: who belongs to them, and how much memory they hold.

import { readProcessTable, residentBytes } from '#system/process-table.ts';
import type { ProcessTree } from '#system/process-tree.ts';
import type { TreeGuard } from '#system/tree-guard.ts';

const PERIOD_MS = 250;
/** On a machine with thousands of processes a look takes longer; then there are fewer of them. */
const LEAST_REST_PER_LOOK = 20;

export interface WatchedTree {
  /** The process group of the first process. */
  readonly group: number;
  readonly tree: ProcessTree;
  readonly memoryBytes: number;
  /** Called at every look at which the limit is passed. */
  onTooMuchMemory(): void;
}

export interface TreeMonitor {
  add(watched: WatchedTree): void;
  remove(watched: WatchedTree): void;
  close(): void;
}

/** Tells the guard of every group it sees, so that those who left their session die with the server too. */
export function createTreeMonitor(guard: TreeGuard): TreeMonitor {
  const groupsOf = new Map<WatchedTree, ReadonlySet<number>>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    const start = performance.now();
    const table = readProcessTable();
    for (const [watched, known] of groupsOf) {
      const members = watched.tree.membersIn(table);
      const groups = new Set([watched.group, ...members.map(({ group }) => group)]);
      for (const group of groups.difference(known)) guard.watch(group);
      for (const group of known.difference(groups)) guard.forget(group);
      groupsOf.set(watched, groups);
      const ids = members.map(({ id }) => id);
      if (residentBytes(ids, watched.memoryBytes) > watched.memoryBytes) watched.onTooMuchMemory();
    }
    lookIn(Math.max(PERIOD_MS, LEAST_REST_PER_LOOK * (performance.now() - start)));
  };

  const lookIn = (waitMs: number) => {
    timer = setTimeout(look, waitMs).unref();
  };

  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    add: (watched) => {
      guard.watch(watched.group);
      groupsOf.set(watched, new Set([watched.group]));
      if (timer === undefined) lookIn(PERIOD_MS);
    },
    remove: (watched) => {
      for (const group of groupsOf.get(watched) ?? []) guard.forget(group);
      groupsOf.delete(watched);
      if (groupsOf.size === 0) stop();
    },
    close: stop,
  };
}
