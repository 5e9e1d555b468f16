// What the platform makes of one result: the answer of every rule in this feature.

import type { JsonObject } from '#base/json.ts';
import type { Decision } from '#contract/decision.ts';
import type { RunStatus } from '#contract/run-status.ts';

export interface Verdict {
  readonly status: RunStatus;
  /** Why it failed (ENV-03), never blank; undefined where it did not. */
  readonly reason?: string;
  /** ENV-05: the model can correct it; costs no failure budget. */
  readonly isRecoverable: boolean;
  /** ENV-06: an unrecoverable failure that bans the skill for the rest of the turn. */
  readonly bansSkill: boolean;
}

export interface SettledResult {
  /** What the model and the caller get: always an object, JSON-safe. */
  readonly envelope: JsonObject;
  /** The same as the skill gave it (wrapped by ENV-14 at most), before the platform's fields: CAL-01's raw envelope. */
  readonly raw: JsonObject;
  readonly verdict: Verdict;
  readonly decisions: readonly Decision[];
  /** A page that says itself how to read on: it has its own bounds, and is not cut in its middle. */
  readonly isPage?: boolean;
}
