// One call of one skill, and what became of it.

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { SettledResult } from '#features/results/index.ts';
import type { SubAgents } from '#features/runtimes/index.ts';
import type { FixedContext } from './fixed-context.ts';
import type { CallIdentity } from './runtime-context.ts';

/** From where a skill is called; the page gateway has a context of its own. */
type CallLine = 'dialog' | 'chain' | 'schedule';

export interface SkillCall {
  readonly skill: string;
  readonly input: JsonObject;
  readonly line: CallLine;
  readonly identity: CallIdentity;
  readonly fixed: FixedContext;
  /** The turn and the tool call that it is for, in the record of what ran. */
  readonly turnId?: string;
  readonly callId?: string;
  /** ASY-03: it runs after its turn, in the background context. */
  readonly isBackground?: boolean;
  /** What the line adds to the context; never takes the place of the platform's keys. */
  readonly extra?: JsonObject;
  /** ENV-12: it failed in this turn before, and is run once only. */
  readonly hasFailedInTurn: boolean;
  /** Absolute path of the directory to work in, where the session's own is not wanted; exists. */
  readonly workspace?: string;
  /** Of every sentence about the call; the execution's own where it is left out. */
  readonly language?: Language;
  /** What the role has: nothing else runs for it, however it is called; every skill where it is left out. */
  readonly allowedSkills?: readonly string[];
  /** Seconds that a role's or an organisation's policy allows (CLK-01). */
  readonly policyWallSec?: number;
  /** What a document's sub-agents are run with (DOC-02); without them none can be. */
  readonly subAgents?: SubAgents;
  /** What is done with the files that it makes; a skill that it calls itself goes without (ART-07). */
  readonly files?: RunFiles;
  /** The user's stop, the tool wall, or a closing server. */
  readonly signal: AbortSignal;
  progress(fraction: number | null, text: string): void;
}

/** Told of a run before it begins. */
export interface RunFiles {
  begin(workspace: string): Promise<FileCollection>;
}

export interface FileCollection {
  /** Whether a large result, perhaps as its JSON, names files that are to be collected from the whole of it. */
  concerns(result: JsonValue | Uint8Array): boolean;
  /** The settled result with its files; before it is moved out of the model's way. */
  collect(settled: SettledResult): Promise<SettledResult>;
}

export interface SkillRun extends SettledResult {
  readonly skill: string;
  /** Content hash of what ran; empty where nothing could. */
  readonly version: string;
  /** 0 where the skill was not run: unknown, refused, or not runnable. */
  readonly attempts: number;
  readonly durationMs: number;
  /** Absolute path; empty where there is none. */
  readonly workspace: string;
  readonly log: string;
}
