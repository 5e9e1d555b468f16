// One run of a skill's program, and how it ended.

import type { JsonObject } from '#base/json.ts';
import type { SecretMask } from '#base/secret-mask.ts';
import type { RuntimeOutcome, SkillProgram } from '#features/runtimes/index.ts';
import type { CallFrame, FoundSkill } from './call-frame.ts';
import type { ConfiguredSkill } from './execution-parts.ts';
import type { FileCollection } from './skill-call.ts';
import type { WallClock } from './wall-clock-timer.ts';

export interface ProgramRun {
  readonly found: FoundSkill;
  readonly program: SkillProgram;
  readonly input: JsonObject;
  readonly configuration: ConfiguredSkill;
  readonly mask: SecretMask;
  readonly workspace: string;
  /** Undefined where nobody collects what it makes. */
  readonly files?: FileCollection | undefined;
  callSkill(child: ChildCall): Promise<JsonObject>;
}

export interface ChildCall {
  readonly name: string;
  readonly input: JsonObject;
  /** The parent's own: a child lives inside its parent's wall clock (CLK-05). */
  readonly signal: AbortSignal;
  /** Makes that clock stand still while the child waits for a place to run in. */
  readonly holdCaller: () => () => void;
}

export interface EndedProgram {
  readonly frame: CallFrame;
  readonly request: ProgramRun;
  readonly outcome: RuntimeOutcome;
  readonly attempts: number;
  readonly clock: Pick<WallClock, 'hasStruck' | 'stoppedBecause'>;
  /** The skill's own wall clock, for the text of CLK-01. */
  readonly wallMs: number;
}
