// What the system says about its processes. Reads Linux's /proc; elsewhere the table is empty and groups must do.

import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

const PAGE_BYTES = 4096;

export interface ProcessRow {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Ticks since boot: with the id it names one process for good, also where ids are used again. */
  readonly startTime: string;
}

/** Every process that is alive (a zombie is not), by its id. */
export function readProcessTable(): ReadonlyMap<number, ProcessRow> {
  const rows = readIds().flatMap((id) => readProcess(id) ?? []);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One process; undefined where it is gone, a zombie, or nobody says. */
export function readProcess(id: number): ProcessRow | undefined {
  const line = readShort(`/proc/${id}/stat`);
  // The second field is the program's name in brackets and may itself hold blanks and brackets.
  const [state, parent, group, session, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const startTime = rest[15];
  if (state === undefined || startTime === undefined || 'ZXx'.includes(state)) return undefined;
  return { id, parent: Number(parent), group: Number(group), session: Number(session), startTime };
}

/** Whether the environment that a process was started with holds `text`. */
export function environmentHolds(id: number, text: string): boolean {
  return readWhole(`/proc/${id}/environ`).includes(text);
}

/**
 * The pipes and sockets that a process has open, by the system's names for them (`socket:[4711]`): two processes have
 * the same one only where one was handed down or passed on. Empty where nobody says.
 */
export function openPipes(id: number): ReadonlySet<string> {
  const links = readNames(`/proc/${id}/fd`).map((name) => readLink(`/proc/${id}/fd/${name}`));
  return new Set(links.filter((link) => /^(socket|pipe):/.test(link)));
}

/**
 * Bytes that the processes hold in memory together. Memory that they share counts once for each, which is
 * cheap and too much: only a sum above `limitBytes` is worth the exact figure, where the system gives one.
 */
export function residentBytes(ids: readonly number[], limitBytes: number): number {
  const upperBound = sum(ids.map((id) => kilobytes(`/proc/${id}/status`, /^VmRSS:\s*(\d+) kB/m)));
  if (upperBound <= limitBytes) return upperBound;
  return sum(
    ids.map((id) => {
      const exact = kilobytes(`/proc/${id}/smaps_rollup`, /^Pss:\s*(\d+) kB/m);
      return exact > 0 ? exact : kilobytes(`/proc/${id}/status`, /^VmRSS:\s*(\d+) kB/m);
    }),
  );
}

function readIds(): readonly number[] {
  return readNames('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function kilobytes(file: string, line: RegExp): number {
  return Number(line.exec(readShort(file))?.[1] ?? 0) * 1024;
}

/**
 * A file of at most a page. Three calls of the system instead of `readFileSync`'s six: all processes are looked
 * at several times a second. A process may end between two reads, and those of other users are none of ours.
 */
function readShort(file: string): string {
  try {
    const page = Buffer.allocUnsafe(PAGE_BYTES);
    const descriptor = openSync(file, 'r');
    try {
      return page.toString('latin1', 0, readSync(descriptor, page));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

function readWhole(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
