// What every runtime can do: run one skill once, and say plainly how that ended.

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import type { DependencyFailure } from '#features/dependencies/index.ts';
import type { SkillException } from '#features/results/index.ts';
import type { SandboxNetwork } from '#features/sandboxes/index.ts';
import type { SubAgents } from './sub-agents.ts';

/** One version of one skill, ready to run. Made by `execution` from a package. */
export interface SkillEntry {
  readonly skill: string;
  /** Hash of the package's content: a worker runs one version only (RUN-07). */
  readonly version: string;
  /** Absolute path of the installed package. */
  readonly folder: string;
  readonly program: SkillProgram;
  /** The skill's parameter schema (RUN-05), where it has one. */
  readonly schema?: JsonObject;
  /** The skill's own configuration, under its original and its upper-case names (CFG-01 (3)). */
  readonly environment: Readonly<Record<string, string>>;
  /** Where its processes may connect to. */
  readonly network: SandboxNetwork;
  /** `requires.pip` and `requires.npm`, beside what its files declare (CLI-07). */
  readonly packages?: { readonly pip: readonly string[]; readonly npm: readonly string[] };
}

export type SkillProgram =
  | { readonly kind: 'handler'; readonly file: string; readonly language: 'python' | 'node' }
  /** CLI-10: the declared command, else undefined and the runtime finds the script. */
  | { readonly kind: 'script'; readonly command: readonly string[] | undefined }
  /** API-01: the description of an API, relative to the package. */
  | { readonly kind: 'api'; readonly file: string }
  /** A document that a sub-agent follows (DOC-02): the package's own, or the one that its handler gave (RUN-09). */
  | { readonly kind: 'document'; readonly document?: string };

/** What the platform lends a skill while it runs. Bound to one call: a skill never names a tenant. */
export interface RunHost {
  /** Absolute path of the session's workspace; exists. */
  readonly workspace: string;
  /** The runtime context without live objects (CTX-01, CTX-02, CTX-03). */
  readonly context: JsonObject;
  /** Limits of this run. */
  readonly limits: RunLimits;
  /** Aborted by a wall clock, the user's stop, or a closing server (CLK-04). */
  readonly signal: AbortSignal;
  /** Of the sentences about this run; the runtime's own where it is left out. */
  readonly language?: Language;
  /** What the role has (`SkillCall.allowedSkills`); every skill where it is left out. */
  readonly allowedSkills?: readonly string[];
  /** The run has to wait for a free place, until the answer is called: its wall clock stands still meanwhile. */
  onQueued?(): () => void;
  /** CAL-01, CAL-02: answers an envelope, never throws for a failing or unknown skill. */
  callSkill(name: string, input: JsonObject): Promise<JsonObject>;
  /** Values that must reach no model and no file: the skill's secret configuration. */
  readonly secrets?: readonly string[];
  /** For a program that a model carries out; undefined where there is none to do so. */
  readonly subAgents?: SubAgents;
  /** RUN-06: the role's language model. Throws an `AppError` with a sentence where there is none. */
  readonly provider: SkillProvider;
  /** CTX-07: opened at first use. Throws an `AppError` with a sentence where there is no database. */
  readonly database: SkillDatabase;
  /** `fraction` from 0 to 1, or null where unknown. */
  progress(fraction: number | null, text: string): void;
}

export interface RunLimits {
  /** Milliseconds of work until `signal` is aborted for time; the runtime stops the work when the signal is, and adds no clock. */
  readonly wallMs: number;
  /** CLK-03: milliseconds a script's own process may take. */
  readonly processMs: number;
  /** Bytes of memory that a run's processes may hold together. */
  readonly memoryBytes: number;
}

export interface SkillProvider {
  chat(request: {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly maxTokens?: number;
  }): Promise<{
    readonly text: string;
    readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  }>;
}

export interface SkillDatabase {
  /** Opens a session and answers its id. */
  open(): Promise<string>;
  /** `{columns: [name], rows: [[value]], row_count}`; an `AppError`'s `details.sqlState` reaches the skill. */
  execute(session: string, sql: string, parameters: JsonValue): Promise<JsonObject>;
  end(session: string, how: 'commit' | 'rollback' | 'close'): Promise<void>;
}

/** How one run ended. Every one of them is ordinary; a runtime throws only for its own faults. */
export type RuntimeOutcome =
  /** It gave something back; JSON-safe, as the skill gave it, not yet an envelope. */
  | {
      readonly status: 'returned';
      readonly value: JsonValue;
      /** A page of something that can be read on: never moved out of the model's way (OFF-01). */
      readonly isPage?: boolean;
    }
  /** It gave back more than 128 KB, not looked at yet: JSON, unless the skill wrote past its worker. */
  | { readonly status: 'unparsed'; readonly json: Uint8Array<ArrayBuffer> }
  /** It gave back more than 4 MB: the JSON lies in this file, unparsed. The caller owns the file. */
  | { readonly status: 'spilled'; readonly file: string; readonly bytes: number }
  /** A value that JSON can't hold (a cycle, NaN, a BigInt, bytes): a sentence that says where. */
  | { readonly status: 'unserialisable'; readonly problem: string }
  | { readonly status: 'raised'; readonly exception: SkillException }
  /** `host.signal` was aborted and the work was really stopped. Whose doing it was, the caller knows. */
  | { readonly status: 'stopped' }
  /** A script's own process limit struck (CLK-03). */
  | { readonly status: 'process-timeout'; readonly limitMs: number }
  | { readonly status: 'crashed'; readonly how: string; readonly errorOutput: string }
  | { readonly status: 'out-of-memory'; readonly limitBytes: number }
  /** The file has none of the entry names (RUN-01, RUN-04). */
  | { readonly status: 'no-entry' }
  /** The skill can't be started: a file that doesn't compile, a missing interpreter. */
  | { readonly status: 'unstartable'; readonly problem: string }
  /** CLI-07: the packages that it needs are not there. */
  | ({ readonly status: 'dependencies-missing'; readonly problem: string } & DependencyFailure)
  /** CLI-01: what the operating system refuses for its length, with the input's key. */
  | { readonly status: 'argument-too-long'; readonly key: string; readonly limitBytes: number }
  /** CLI-01: what the operating system refuses for another reason (a NUL): a sentence that says what to do. */
  | { readonly status: 'argument-refused'; readonly key: string; readonly problem: string };

export interface RuntimeRun {
  readonly outcome: RuntimeOutcome;
  /** What the skill printed, bounded; a cut is stated in the text. */
  readonly log: string;
  /** What went on in it, for the trace. */
  readonly decisions?: readonly Decision[];
}

export interface SkillRuntime {
  readonly name: string;
  /** `folder`: absolute path of the package, which is its identity (only a built-in one is trusted). */
  canRun(program: SkillProgram, folder: string): boolean;
  run(entry: SkillEntry, input: JsonObject, host: RunHost): Promise<RuntimeRun>;
  /** Ends every process that this runtime started. */
  close(): Promise<void>;
}
