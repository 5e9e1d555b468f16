// The record of everything that ran.

import type { JsonObject } from '#base/json.ts';
import type { Decision } from '#contract/decision.ts';
import type { RunStatus } from '#contract/run-status.ts';

export interface RunRecord {
  readonly id: string;
  /** Empty where there is no organisation: on the command line. */
  readonly orgId: string;
  readonly skill: string;
  /** Content hash of the package that ran. */
  readonly version: string;
  readonly roleId: string;
  readonly sessionId: string;
  /** The conversation's turn that asked for it, where one did. */
  readonly turnId?: string | undefined;
  /** The tool call of that turn. */
  readonly callId?: string | undefined;
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
  recent(query: RecentQuery): Promise<readonly Pick<RunRecord, 'status'>[]>;
}

export interface RecentQuery {
  readonly orgId: string;
  readonly roleId: string;
  readonly skill: string;
  readonly since: Date;
  readonly limit: number;
}

/** When a run ended, in milliseconds since 1970. */
export function endOf({ startedAt, durationMs }: RunRecord): number {
  return startedAt.getTime() + durationMs;
}
