// The record of everything that ran.

import type { JsonObject } from '#base/json.ts';
import type { Decision } from '#contract/decision.ts';
import type { RunStatus } from '#contract/run-status.ts';

export interface RunRecord {
  readonly id: string;
  readonly skill: string;
  /** Content hash of the package that ran. */
  readonly version: string;
  readonly roleId: string;
  readonly sessionId: string;
  readonly line: 'dialog' | 'chain' | 'schedule' | 'gateway';
  readonly calledBy: string | undefined;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly attempts: number;
  readonly status: RunStatus;
  readonly decisions: readonly Decision[];
  readonly envelope: JsonObject;
  readonly log: string;
}

export interface RunStore {
  add(record: RunRecord): Promise<void>;
  /** The last `limit` runs of a skill by a role that ended at or after `since`, newest first (ENV-12's breaker). */
  recent(query: {
    readonly roleId: string;
    readonly skill: string;
    readonly since: Date;
    readonly limit: number;
  }): Promise<readonly Pick<RunRecord, 'status'>[]>;
}
