// What every runtime does about the packages that a skill needs: asks for them, and says what it means that they are not there.

import { AppError } from '#base/app-error.ts';
import { isJsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import {
  dependencyFailureOf,
  type Dependencies,
  type DependencyLanguage,
  type DependencySet,
} from '#features/dependencies/index.ts';
import type { RunHost, RuntimeOutcome, RuntimeRun, SkillEntry } from './runtime.ts';

export interface DependencyAsker {
  /** Undefined where nothing is installed for skills. */
  readonly dependencies: Dependencies | undefined;
  readonly entry: SkillEntry;
  readonly languages: readonly DependencyLanguage[];
  /** Absolute path of the file that is run, where it is known. */
  readonly script: string | undefined;
}

const NO_PACKAGES = { pip: [], npm: [] } as const;

/** As `Dependencies.ensure`. */
export async function ensureDependencies(
  asker: DependencyAsker,
  host: Pick<RunHost, 'signal' | 'progress'>,
): Promise<DependencySet | undefined> {
  return await asker.dependencies?.ensure({
    ...askedBy(asker),
    signal: host.signal,
    progress: (fraction, text) => host.progress(fraction, text),
  });
}

/** The outcome of a start that failed for the skill's packages, or was stopped before they were there; else undefined. */
export function dependencyOutcome(error: unknown, language: Language): RuntimeOutcome | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'stopped') return { status: 'stopped' };
  const failure = dependencyFailureOf(error);
  if (failure === undefined) return undefined;
  return { status: 'dependencies-missing', problem: error.text[language], ...failure };
}

/** The run itself, unless it failed for a module that installing would have brought, or that nobody declared. */
export async function explainRun(
  asker: DependencyAsker,
  run: RuntimeRun,
  language: Language,
): Promise<RuntimeRun> {
  const said = failureText(run.outcome);
  if (said === undefined) return run;
  const error = await asker.dependencies?.explainMissing(askedBy(asker), said);
  const outcome = dependencyOutcome(error, language);
  if (outcome?.status !== 'dependencies-missing') return run;
  // What a handler raised is told with its own words, which ask for the declaration too.
  const isTold = run.outcome.status === 'raised' && outcome.code !== 'deps_off';
  return isTold ? run : { ...run, outcome };
}

/** What a failed run says of why; undefined for one that may not have failed. */
function failureText(outcome: RuntimeOutcome): string | undefined {
  switch (outcome.status) {
    case 'raised':
      return `${outcome.exception.name}: ${outcome.exception.message}`;
    case 'unstartable':
      return outcome.problem;
    case 'returned': {
      const { value } = outcome;
      // CLI-06: a script that said nothing of its own about how it went.
      const hasFailed = isJsonObject(value) && value['success'] === false && 'exit_code' in value;
      const told = hasFailed ? value['stderr'] : undefined;
      return typeof told === 'string' ? told : undefined;
    }
    default:
      return undefined;
  }
}

function askedBy({ entry, languages, script }: DependencyAsker) {
  const { folder, network, packages: declared = NO_PACKAGES } = entry;
  return { folder, script, languages, declared, network };
}
