// One started process and everything it started: finds them all and kills them all, whatever they did to get away.

import { setTimeout as pause } from 'node:timers/promises';
import {
  environmentHolds,
  readProcess,
  readProcessTable,
  type ProcessRow,
} from './process-table.ts';

const MOST_ROUNDS = 60;
const LONGEST_PAUSE_MS = 100;

export interface ProcessTree {
  /**
   * The members alive in `table`, by descent, process group and session, and those seen before.
   * Called regularly it also remembers who is about to leave for another session.
   */
  membersIn(table: ReadonlyMap<number, ProcessRow>): readonly ProcessRow[];
  /** Says that the first process has ended, so that its id may belong to somebody else soon. */
  rootHasEnded(): void;
  /** Kills every member and resolves when none is left (or, after seconds, can't be killed by anybody). */
  kill(): Promise<void>;
}

/** `root` leads its own process group and session; `marker` is in its environment and so in its descendants'. */
export function createProcessTree(root: number, marker: string): ProcessTree {
  const seen = new Map<number, string>();
  const rootStart = Number(readProcess(root)?.startTime ?? 0);
  let isRootAlive = true;

  const isMember = (row: ProcessRow) =>
    (isRootAlive && row.id === root) ||
    row.group === root ||
    row.session === root ||
    seen.get(row.id) === row.startTime;

  const withDescendants = (
    table: ReadonlyMap<number, ProcessRow>,
    first: readonly ProcessRow[],
  ): readonly ProcessRow[] => {
    const members = addDescendants(table, first);
    seen.clear();
    for (const { id, startTime } of members) seen.set(id, startTime);
    return members;
  };

  const findAll = () => {
    const table = readProcessTable();
    // Descendants are younger than the root, so the environments of most others need not be read.
    const first = [...table.values()].filter(
      (row) =>
        isMember(row) || (Number(row.startTime) >= rootStart && environmentHolds(row.id, marker)),
    );
    return withDescendants(table, first);
  };

  return {
    membersIn: (table) => withDescendants(table, [...table.values()].filter(isMember)),
    rootHasEnded: () => {
      isRootAlive = false;
    },
    kill: async () => {
      for (let round = 0; round < MOST_ROUNDS; round++) {
        // Found before the first signal: who loses its parent can no longer be found by descent.
        const members = findAll();
        killById(-root);
        for (const { id } of members) killById(id);
        if (members.length === 0) return;
        await pause(Math.min(2 ** round, LONGEST_PAUSE_MS));
      }
    },
  };
}

function addDescendants(
  table: ReadonlyMap<number, ProcessRow>,
  first: readonly ProcessRow[],
): readonly ProcessRow[] {
  const childrenOf = Map.groupBy(table.values(), ({ parent }) => parent);
  const members = new Map(first.map((row) => [row.id, row]));
  // A Map that grows is still walked to its end.
  for (const { id } of members.values()) {
    for (const child of childrenOf.get(id) ?? []) members.set(child.id, child);
  }
  return [...members.values()];
}

/** A negative id means the whole group. That it is gone already is what is wanted. */
function killById(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // ESRCH: gone already. EPERM: it runs as somebody else, and nobody here could end it.
  }
}
