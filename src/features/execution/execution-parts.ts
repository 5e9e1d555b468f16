// What the execution of skills is made of; `src/app` hands these in.

import type { Language } from '#base/text.ts';
import type { Catalogue } from '#features/packages/index.ts';
import type { RunStore } from '#features/runs/index.ts';
import type { SkillDatabase, SkillProvider, SkillRuntime } from '#features/runtimes/index.ts';
import type { SkillConfiguration } from './configuration.ts';
import type { ResultThreads } from './result-threads.ts';
import type { CallIdentity } from './runtime-context.ts';
import type { RunPlace } from './unmet-requirements.ts';
import type { WallRules } from './wall-clock.ts';

export interface ExecutionParts {
  readonly catalogue: Pick<Catalogue, 'get'>;
  /** Asked in this order; the first that can run a program runs it. */
  readonly runtimes: readonly SkillRuntime[];
  readonly runs: RunStore;
  /** `AGENT_WORKSPACE_DIR`. */
  readonly workspacesRoot: string;
  readonly place: RunPlace;
  readonly walls: WallRules;
  /** Bytes that the processes of one run may hold together. */
  readonly memoryBytes: number;
  readonly offload: OffloadParts;
  /** Of the texts that models and people get where a call brings no language. */
  readonly language: Language;
  readonly now: () => Date;
  readonly newId: () => string;
  /**
   * The skill's own entry, layers already merged, with the values that are secret. Throws `secret-unreadable`: the call
   * is then refused with its sentence.
   */
  configurationOf(skill: string, identity: CallIdentity): Promise<ConfiguredSkill>;
  /** A bench for authors: a skill whose required configuration is missing runs, and the bench tells what is missing. */
  readonly runsUnconfigured?: boolean;
  /** CTX-06: for lines that bring a user and no role in the team; `""` where there is no user. */
  teamRoleOf(identity: CallIdentity): Promise<string>;
  /** CTX-03: the role's language model, for one run; `signal` is aborted when it is over or to stop. */
  providerFor(skill: string, identity: CallIdentity, signal: AbortSignal): SkillProvider;
  /** CTX-07: for one run; `signal` is aborted when it is over, so that none of its sessions is left. */
  databaseFor(identity: CallIdentity, signal: AbortSignal): SkillDatabase;
  /** CTX-07: skills that the operator adds to those that open their own sessions and get no `db`. */
  readonly selfAcquiring?: readonly string[];
}

export interface ConfiguredSkill {
  readonly values: SkillConfiguration;
  readonly secrets: readonly string[];
}

/** Characters, counted in UTF-16 units of the JSON text (OFF-01, DSP-05). */
interface OffloadParts {
  readonly resultChars: number;
  readonly displayKeepChars: number;
  /** Where large results are looked at. */
  readonly threads: Pick<ResultThreads, 'settle'>;
  /** The skill that reads an offloaded result on, for receipts (OFF-07). */
  readonly readTool?: string;
}
