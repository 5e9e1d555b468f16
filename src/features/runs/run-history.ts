// The record of runs as the server keeps it: durable, readable by an organisation's people, and tidied by age.

import type { RunRecord, RunStore } from './run-store.ts';

/** A run as a list shows it. */
export type RunSummary = Omit<RunRecord, 'decisions' | 'envelope' | 'log'>;

/** Every filter that is given must fit. */
interface RunFilter {
  readonly roleId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly skill?: string | undefined;
  readonly status?: RunRecord['status'] | undefined;
}

export interface RunPage extends RunFilter {
  /** The last run of the page before. */
  readonly after?: Pick<RunRecord, 'startedAt' | 'id'> | undefined;
  readonly limit: number;
}

/** Every reading method sees what this process added, and of other processes what they wrote. */
export interface RunHistory extends RunStore {
  /**
   * Buffers the record, which is written within some 50 ms; a failed run is written before this resolves, so that
   * another server's breaker counts it too. Waits while the buffer is full (the database is away). Never throws.
   */
  add(record: RunRecord): Promise<void>;
  /** Undefined also where it is another organisation's. */
  get(orgId: string, runId: string): Promise<RunRecord | undefined>;
  /** Newest first. */
  list(orgId: string, page: RunPage): Promise<readonly RunSummary[]>;
  /** Deletes what started more than `days` days ago by the database's clock, in small steps. Gives how many. */
  removeBefore(whose: { readonly orgId: string } | 'all', days: number): Promise<number>;
  /** Of a conversation that was deleted; what is added later stays. Gives how many. */
  removeSession(orgId: string, sessionId: string): Promise<number>;
  /** Resolves when everything added before is written; throws `database-unavailable` where that fails for now. */
  flush(): Promise<void>;
  /** `flush`, and then no more writing. Whatever still could not be written is lost, and that is thrown. */
  close(): Promise<void>;
}
