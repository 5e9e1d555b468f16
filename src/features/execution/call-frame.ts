// One call inside the execution, with the skills that led to it.

import type { Language } from '#base/text.ts';
import type { Catalogue } from '#features/packages/index.ts';
import type { ExecutionParts } from './execution-parts.ts';
import type { SkillCall, SkillRun } from './skill-call.ts';

export interface CallFrame {
  readonly parts: ExecutionParts;
  readonly call: SkillCall;
  /** Names, from the one that was called from outside down to this one. */
  readonly path: readonly string[];
  /** Of every sentence about this call. */
  readonly language: Language;
  /** Makes the caller's wall clock stand still, until the answer is called. */
  readonly holdCaller?: () => () => void;
}

export type FoundSkill = NonNullable<Awaited<ReturnType<Catalogue['get']>>>;

/** A run without what the frame knows of it. */
export type EndedRun = Omit<SkillRun, 'skill' | 'version' | 'durationMs'>;

/** Called by another skill: inside its parent's clock, past none of the dialog line's stages (CAL-04, CLK-05). */
export function isChild({ path }: CallFrame): boolean {
  return path.length > 1;
}
