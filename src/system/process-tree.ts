// One started process and what it started: finds and kills them all, as far as that goes without a namespace.

import { setTimeout as pause } from 'node:timers/promises';
import {
  environmentHolds,
  openPipes,
  readProcess,
  readProcessTable,
  type ProcessRow,
} from './process-table.ts';

const MOST_ROUNDS = 60;
/** In a row, once there was anybody. */
const EMPTY_LOOKS = 3;
const LONGEST_PAUSE_MS = 100;

type Table = ReadonlyMap<number, ProcessRow>;

/**
 * Members are found by descent, by the groups and sessions of members seen before, and before a kill also by the
 * marker in their environment and by the output pipes of the first process. What clears its environment, closes its
 * pipes, leaves its session and loses its parent, all between two looks, escapes: only a sandbox with a process
 * namespace of its own holds a program that wants to get away.
 */
export interface ProcessTree {
  /**
   * The members alive in `table` by descent, group and session. To be called regularly: who leaves for another
   * session is remembered only if it was seen before it lost its parent.
   */
  membersIn(table: Table): readonly ProcessRow[];
  /** Says that the first process has ended, so that its id may belong to somebody else soon. */
  rootHasEnded(): void;
  /** Looks again, kills every member and resolves when none is left (or, after seconds, can't be killed by anybody). */
  kill(): Promise<void>;
}

/** `root` leads its own process group and session; `marker` is in its environment and so in its descendants'. */
export function createProcessTree(root: number, marker: string): ProcessTree {
  const memory = createMemory(root);
  const rootStart = Number(readProcess(root)?.startTime ?? 0);
  // Ours only: at this moment it has nothing open but what it was given.
  const pipes = openPipes(root).difference(openPipes(process.pid));
  let isRootAlive = true;

  const membersOf = (table: Table, isFound: (row: ProcessRow) => boolean) =>
    memory.complete(
      table,
      [...table.values()].filter(
        (row) => (isRootAlive && row.id === root) || memory.knows(row) || isFound(row),
      ),
    );

  /** Descendants are younger than the root, so most others need not be looked at closely. */
  const isMarked = ({ id, startTime }: ProcessRow) =>
    id !== process.pid &&
    Number(startTime) >= rootStart &&
    (environmentHolds(id, marker) || !openPipes(id).isDisjointFrom(pipes));

  return {
    membersIn: (table) => membersOf(table, () => false),
    rootHasEnded: () => {
      isRootAlive = false;
    },
    kill: async () => {
      let emptyLooks = 0;
      for (let round = 0; round < MOST_ROUNDS; round++) {
        // Found before the first signal: who loses its parent can no longer be found by descent.
        const members = membersOf(readProcessTable(), isMarked);
        killById(-root);
        for (const { id } of members) killById(id);
        // One that forks itself away while the table is read is in that table neither as parent nor as child.
        emptyLooks = members.length === 0 ? emptyLooks + 1 : 0;
        if (emptyLooks >= EMPTY_LOOKS || (round === 0 && emptyLooks > 0)) return;
        await pause(emptyLooks > 0 ? emptyLooks : Math.min(2 ** round, LONGEST_PAUSE_MS));
      }
    },
  };
}

/**
 * What was seen at the last look. A group or session that nobody is in any more is forgotten, for its number may be
 * given to a stranger; while somebody is in it the system gives the number to nobody else.
 */
function createMemory(root: number) {
  const own = readProcess(process.pid);
  const starts = new Map<number, string>();
  let groups: ReadonlySet<number> = new Set([root]);
  let sessions: ReadonlySet<number> = new Set([root]);

  const knows = (row: ProcessRow) =>
    groups.has(row.group) || sessions.has(row.session) || starts.get(row.id) === row.startTime;

  const learn = (members: readonly ProcessRow[]) => {
    starts.clear();
    for (const { id, startTime } of members) starts.set(id, startTime);
    const theirGroups = members.map(({ group }) => group);
    const theirSessions = members.map(({ session }) => session);
    groups = new Set([root, ...theirGroups.filter((each) => isTheirs(each, own?.group))]);
    sessions = new Set([root, ...theirSessions.filter((each) => isTheirs(each, own?.session))]);
  };

  return {
    knows,
    /** Adds the descendants of `found`, and whoever shares a group or session with one of them. */
    complete: (table: Table, found: readonly ProcessRow[]): readonly ProcessRow[] => {
      let members = addDescendants(table, found);
      let before: number;
      do {
        before = members.length;
        learn(members);
        members = addDescendants(table, [...table.values()].filter(knows));
      } while (members.length > before);
      learn(members);
      return members;
    },
  };
}

/** 0 stands for one outside this process namespace, and so for many. */
function isTheirs(number: number, ours: number | undefined): boolean {
  return number > 0 && number !== ours;
}

function addDescendants(table: Table, first: readonly ProcessRow[]): readonly ProcessRow[] {
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
