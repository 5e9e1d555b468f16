// What a runtime asks for before it starts a skill, and what it gets.

import type { SandboxMount, SandboxNetwork } from '#features/sandboxes/index.ts';

export type DependencyLanguage = 'python' | 'node';

export interface DependencyRequest {
  /** Absolute path of the installed package. */
  readonly folder: string;
  /** Absolute path of the file that is run, whose PEP 723 block counts. */
  readonly script?: string | undefined;
  /** Whose packages the run can use; nothing else is installed. */
  readonly languages: readonly DependencyLanguage[];
  /** `requires.pip` and `requires.npm`. */
  readonly declared: { readonly pip: readonly string[]; readonly npm: readonly string[] };
  /** The skill's own: with `none` nothing is fetched. */
  readonly network: SandboxNetwork;
  /** Aborted to give up waiting; an installation that nobody waits for any more is ended. */
  readonly signal: AbortSignal;
  progress(fraction: number | null, text: string): void;
}

/** Read-only, the same for everybody who needs the same. */
export interface DependencySet {
  /** All that a process needs to read of it, the interpreter's own home included. */
  readonly mounts: readonly SandboxMount[];
  /** To stand in front of PATH. */
  readonly programFolders: readonly string[];
  /** `VIRTUAL_ENV`, `NODE_PATH`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Absolute path of the Python that finds the packages; undefined where none were asked for. */
  readonly python: string | undefined;
  /** Absolute path of the `node_modules`; undefined where none were asked for. */
  readonly nodeModules: string | undefined;
}

export interface Dependencies {
  /**
   * What the package declares, installed where it is not yet. Undefined where it declares nothing, brings its own
   * (`.venv`, `node_modules`), or installing is off (`SKILL_AUTO_DEPS=0`). Throws `dependencies-unavailable`
   * (`dependencyFailureOf` reads it) and `stopped`.
   */
  ensure(request: DependencyRequest): Promise<DependencySet | undefined>;
  /**
   * What to say of a run that failed with `said` (an exception, its error output): the failure, where a module was
   * missing that installing would have brought, or that nobody declared. Else undefined.
   */
  explainMissing(
    request: Omit<DependencyRequest, 'signal' | 'progress'>,
    said: string,
  ): Promise<Error | undefined>;
}
