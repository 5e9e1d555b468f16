// Looks at all running trees, soon after their start and then about four times a second: who belongs to them, and how much memory they hold.

import { readProcessTable, residentBytes } from '#system/process-table.ts';
import type { ProcessTree } from '#system/process-tree.ts';
import type { TreeGuard } from '#system/tree-guard.ts';

const PERIOD_MS = 250;
/** After a start there are looks at these ages as well: parents that live shortly are seen before they are gone. */
const EARLY_LOOKS_MS = [20, 60, 150] as const;
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

/**
 * Tells the guard of every group it sees, so that those who left their session die with the server too. A group that
 * came and lost its parent between two looks, and has not its environment either, the guard does not know of.
 */
export function createTreeMonitor(guard: TreeGuard): TreeMonitor {
  const groupsOf = new Map<WatchedTree, ReadonlySet<number>>();
  const startOf = new Map<WatchedTree, number>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let restUntil = 0;

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
    const end = performance.now();
    restUntil = end + LEAST_REST_PER_LOOK * (end - start);
    stop();
    lookIn(nextLookIn(startOf.values(), end));
  };

  /** Unless a look is due before that anyway. */
  const lookIn = (waitMs: number) => {
    const now = performance.now();
    const wantedAt = Math.max(now + waitMs, restUntil);
    if (wantedAt >= dueAt) return;
    clearTimeout(timer);
    dueAt = wantedAt;
    timer = setTimeout(look, wantedAt - now).unref();
  };

  const stop = () => {
    clearTimeout(timer);
    dueAt = Infinity;
  };

  return {
    add: (watched) => {
      guard.watch(watched.group);
      groupsOf.set(watched, new Set([watched.group]));
      startOf.set(watched, performance.now());
      lookIn(EARLY_LOOKS_MS[0]);
    },
    remove: (watched) => {
      for (const group of groupsOf.get(watched) ?? []) guard.forget(group);
      groupsOf.delete(watched);
      startOf.delete(watched);
      if (groupsOf.size === 0) stop();
    },
    close: stop,
  };
}

/** Milliseconds until the youngest tree is to be looked at. */
function nextLookIn(starts: Iterable<number>, now: number): number {
  const waits = [...starts].flatMap((start) => EARLY_LOOKS_MS.map((age) => start + age - now));
  return Math.min(PERIOD_MS, ...waits.filter((wait) => wait > 0));
}
