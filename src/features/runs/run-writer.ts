// Gathers runs and writes them in groups, so that a run costs its process little more than its text.

import { AppError } from '#base/app-error.ts';
import { usageTexts } from '#contract/texts/usage-texts.ts';
import type { Database } from '#system/database/database.ts';
import { insertRuns } from './insert-runs.ts';
import { endOf, type RunRecord } from './run-store.ts';
import { storedRun } from './stored-run.ts';

/** A group is written after this long, or as soon as it is this large. */
const GROUP_MS = 50;
const GROUP_RUNS = 100;
const GROUP_CHARS = 4 * 1024 * 1024;

/** What waits in memory while the database is away; beyond it `add` waits too. */
const MOST_WAITING_RUNS = 2000;
const MOST_WAITING_CHARS = 32 * 1024 * 1024;
const RETRY_MS = 1000;

type Facts = Pick<RunRecord, 'id' | 'orgId' | 'roleId' | 'skill' | 'status'>;

export interface UnwrittenRun extends Facts {
  readonly endedAt: number;
  readonly json: string;
}

/** What could not be written, and of which run where it never will be; a group is tried again. */
type OnRunProblem = (problem: unknown, runId?: string) => void;

export interface RunWriterParts {
  readonly database: Database;
  readonly onProblem?: OnRunProblem | undefined;
}

export class RunWriter {
  readonly #parts: RunWriterParts;
  #waiting: UnwrittenRun[] = [];
  #waitingChars = 0;
  #writing: readonly UnwrittenRun[] = [];
  /** Counts of all there ever were; those written went first. */
  #added = 0;
  #written = 0;
  #current: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #isClosed = false;
  #whenRoom: (() => void)[] = [];

  constructor(parts: RunWriterParts) {
    this.#parts = parts;
  }

  /** As `RunHistory`'s. */
  async add(record: RunRecord): Promise<void> {
    while (this.#isFull() && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#whenRoom.push(resolve));
    }
    const { id, orgId, roleId, skill, status } = record;
    const json = storedRun(record);
    this.#waiting.push({ id, orgId, roleId, skill, status, endedAt: endOf(record), json });
    this.#waitingChars += json.length;
    this.#added += 1;
    this.#schedule();
    if (status === 'failed' || this.#isClosed) await this.flush().catch(() => undefined);
  }

  unwritten(): readonly UnwrittenRun[] {
    return this.#writing.length === 0 ? this.#waiting : [...this.#writing, ...this.#waiting];
  }

  /** As `RunHistory`'s. */
  async flush(): Promise<void> {
    const target = this.#added;
    while (this.#written < target) await this.#writeGroup();
  }

  /** As `RunHistory`'s. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#makeRoom();
    try {
      // Whoever waited for room adds first.
      await Promise.resolve();
      await this.flush();
    } catch (thrown) {
      const text = usageTexts.runsLost(this.unwritten().length);
      throw new AppError('database-unavailable', text, { cause: thrown });
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #isFull(): boolean {
    return this.#waiting.length >= MOST_WAITING_RUNS || this.#waitingChars >= MOST_WAITING_CHARS;
  }

  #makeRoom(): void {
    const resolves = this.#whenRoom;
    this.#whenRoom = [];
    for (const resolve of resolves) resolve();
  }

  #schedule(): void {
    if (this.#waiting.length === 0 || this.#current !== undefined || this.#isClosed) return;
    const isGroup = this.#waiting.length >= GROUP_RUNS || this.#waitingChars >= GROUP_CHARS;
    const write = () => void this.#writeGroup().catch(() => undefined);
    if (isGroup && !this.#isFailing) write();
    else this.#timer ??= setTimeout(write, this.#isFailing ? RETRY_MS : GROUP_MS);
  }

  /** One group at a time: who comes while one is written gets that one's end. */
  #writeGroup(): Promise<void> {
    this.#current ??= this.#writeNext().finally(() => {
      this.#current = undefined;
      this.#schedule();
    });
    return this.#current;
  }

  async #writeNext(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const group = this.#takeGroup();
    this.#writing = group;
    try {
      await insertRuns({ ...this.#parts, onRefused: this.#tell }, group);
      this.#written += group.length;
      this.#isFailing = false;
      this.#makeRoom();
    } catch (thrown) {
      this.#putBack(group);
      this.#isFailing = true;
      this.#parts.onProblem?.(thrown);
      throw thrown;
    } finally {
      this.#writing = [];
    }
  }

  readonly #tell = (problem: unknown, runId: string): void =>
    this.#parts.onProblem?.(problem, runId);

  #takeGroup(): readonly UnwrittenRun[] {
    let chars = 0;
    const end = this.#waiting.findIndex(({ json }, at) => {
      chars += json.length;
      return at >= GROUP_RUNS || (at > 0 && chars > GROUP_CHARS);
    });
    const group = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    for (const { json } of group) this.#waitingChars -= json.length;
    return group;
  }

  #putBack(group: readonly UnwrittenRun[]): void {
    this.#waiting.unshift(...group);
    for (const { json } of group) this.#waitingChars += json.length;
  }
}
