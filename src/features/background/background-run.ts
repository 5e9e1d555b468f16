// A run in the background: what was asked for, and what everybody sees of it.

import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { CallIdentity, FixedContext } from '#features/execution/index.ts';

/** `queued` → `running` → an end, which stays. Back to `queued` where its process was closed and it may be repeated. */
type BackgroundState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** Everything by name and as data: whichever process runs it, after whatever restart, has what it needs. */
export interface NewBackgroundRun {
  readonly identity: CallIdentity;
  readonly turnId: string;
  /** The call whose result it will be. */
  readonly callId: string;
  readonly skill: string;
  readonly input: JsonObject;
  /** Of the moment it was asked. */
  readonly fixed: FixedContext;
  readonly language: Language;
  readonly channel: string;
  readonly allowedSkills?: readonly string[] | undefined;
  readonly policyWallSec?: number | undefined;
  /** The package declares `idempotent: true`: it may be run again where its process was lost (ASY-06). */
  readonly isIdempotent: boolean;
}

export interface BackgroundRun {
  readonly id: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly skill: string;
  readonly state: BackgroundState;
  readonly isCancelWanted: boolean;
  /** From 0 to 1; null where the skill does not tell. */
  readonly fraction: number | null;
  readonly progressText: string;
  /** Why it failed or was cancelled; else blank. */
  readonly reason: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** One that this process runs now. */
export interface ClaimedRun extends Omit<NewBackgroundRun, 'allowedSkills' | 'policyWallSec'> {
  readonly id: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly allowedSkills: readonly string[] | null;
  readonly policyWallSec: number | null;
  /** Grows with each claim: whoever has an older one writes nothing more. */
  readonly attempt: number;
  /** How often a process that ran it went away. */
  readonly lost: number;
  /** Another process ran it, and went away in the middle. */
  readonly wasLost: boolean;
  readonly isCancelWanted: boolean;
}
