// Runs a script skill: its own process, arguments in, standard output back (CLI-01 to CLI-10).

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';
import type { Dependencies, DependencySet } from '#features/dependencies/index.ts';
import type { Sandbox } from '#features/sandboxes/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import type { RunHost, RuntimeOutcome, RuntimeRun, SkillEntry, SkillRuntime } from '../runtime.ts';
import {
  dependencyOutcome,
  ensureDependencies,
  explainRun,
  type DependencyAsker,
} from '../skill-dependencies.ts';
import { findNul, findTooLong, longestOf, type StartStrings } from './argument-limits.ts';
import { buildArgv } from './build-argv.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { findScript } from './find-script.ts';
import { createInterpreters, type Interpreters } from './interpreters.ts';
import { runScript } from './run-script.ts';
import { scriptEnvironment } from './script-environment.ts';
import { createSkillStage, type StagedSkill } from './stage-skill.ts';

export interface ProcessRuntimeParts {
  /** Its processes are the sandbox's to end; closing the runtime leaves the sandbox open. */
  readonly sandbox: Sandbox;
  /** Absolute path of a Python 3, or undefined where the machine has none. */
  readonly findPython: () => Promise<string | undefined>;
  /** Installs what a skill needs; nothing is where it is left out. */
  readonly dependencies?: Dependencies | undefined;
  /** Where results above 4 MB are written; made where it is missing. */
  readonly spillFolder: string;
  /** Of the sentences in outcomes and logs. */
  readonly language: Language;
}

/** The working directory of a script is the workspace, so that a file it makes by a bare name is an artifact. */
export function createProcessRuntime(parts: ProcessRuntimeParts): SkillRuntime {
  const stage = createSkillStage();
  const interpreters = createInterpreters({
    findPython: parts.findPython,
    path: systemEnvironment().PATH ?? '/usr/local/bin:/usr/bin:/bin',
  });
  const closing = new AbortController();

  return {
    name: 'process',
    canRun: (program) => program.kind === 'script',
    run: async (entry, input, host) => {
      const signal = AbortSignal.any([host.signal, closing.signal]);
      if (signal.aborted) return withoutLog({ status: 'stopped' });
      const language = languageOf(host, parts);
      try {
        const asker = await askerOf(parts, entry, host);
        const dependencies = await ensureDependencies(asker, { ...host, signal });
        const toStage = { ...entry, nodeModules: dependencies?.nodeModules };
        const staged = await stage.acquire(toStage, host.workspace, signal);
        const common = { parts, interpreters, entry, input, host, signal, dependencies };
        try {
          return await explainRun(asker, await runStaged({ ...common, staged }), language);
        } finally {
          await staged.release();
        }
      } catch (error) {
        return withoutLog(outcomeOf(error, language));
      }
    },
    close: async () => {
      closing.abort();
    },
  };
}

function languageOf(host: RunHost, parts: ProcessRuntimeParts): Language {
  return host.language ?? parts.language;
}

/** The script is looked for where the package is installed: what it needs decides how it is staged. */
async function askerOf(
  { dependencies }: ProcessRuntimeParts,
  entry: SkillEntry,
  { workspace }: RunHost,
): Promise<DependencyAsker> {
  const { skill: name, folder, program } = entry;
  const declared = program.kind === 'script' ? program.command : undefined;
  const { script } = await findScript({ name, folder, workspace, declared });
  return { dependencies, entry, languages: ['python', 'node'], script };
}

interface StagedRun {
  readonly parts: ProcessRuntimeParts;
  readonly interpreters: Interpreters;
  readonly entry: SkillEntry;
  readonly input: JsonObject;
  readonly host: RunHost;
  readonly staged: StagedSkill;
  readonly dependencies: DependencySet | undefined;
  readonly signal: AbortSignal;
}

async function runStaged(run: StagedRun): Promise<RuntimeRun> {
  const { parts, entry, host, staged, dependencies } = run;
  const command = await commandOf(run);
  const folders = { baseDir: staged.folder, workspace: host.workspace };
  const args = buildArgv(fillPlaceholders(run.input, folders), entry.schema);
  const environment = await scriptEnvironment({
    entry,
    host,
    skillFolder: staged.folder,
    dependencies,
  });
  try {
    const strings = { command, args, environment: environment.variables };
    const refused = refusalOf(strings, languageOf(host, parts));
    return refused === undefined ? await start(run, strings) : withoutLog(refused);
  } finally {
    await environment.discard();
  }
}

async function start(run: StagedRun, strings: StartStrings): Promise<RuntimeRun> {
  const { parts, entry, host, staged, signal, dependencies } = run;
  const [program = '', ...fixed] = strings.command;
  try {
    return await runScript({
      sandbox: parts.sandbox,
      request: {
        command: [program, ...fixed, ...strings.args.map(({ text }) => text)],
        environment: strings.environment,
        folder: host.workspace,
        mounts: [
          { path: host.workspace, access: 'write' },
          { path: staged.folder, access: 'read' },
          { path: entry.folder, access: 'read' },
          ...(dependencies?.mounts ?? []),
        ],
        network: entry.network,
        limits: { memoryBytes: host.limits.memoryBytes },
        hasChannel: false,
      },
      processMs: host.limits.processMs,
      signal,
      spillFolder: parts.spillFolder,
      language: languageOf(host, parts),
    });
  } catch (error) {
    const isTooLong = error instanceof AppError && error.details['systemCode'] === 'E2BIG';
    if (!isTooLong) throw error;
    return withoutLog({ status: 'argument-too-long', ...longestOf(strings) });
  }
}

async function commandOf(run: StagedRun): Promise<string[]> {
  const { interpreters, entry, host, staged } = run;
  const programs = { folder: staged.folder, python: run.dependencies?.python };
  const declared = entry.program.kind === 'script' ? entry.program.command : undefined;
  const { before, script, after } = await findScript({
    name: entry.skill,
    folder: staged.folder,
    workspace: host.workspace,
    declared,
  });
  const [named, ...options] = before;
  if (script !== undefined && named === undefined) {
    return [...(await interpreters.commandFor(script, programs)), ...after];
  }
  const rest = [...options, ...(script === undefined ? [] : [script]), ...after];
  // A name that this machine lacks is left to the sandbox, whose error says so.
  return [(await interpreters.find(named ?? '', programs)) ?? named ?? '', ...rest];
}

function refusalOf(strings: StartStrings, language: Language): RuntimeOutcome | undefined {
  const nul = findNul(strings);
  if (nul !== undefined) {
    const problem = scriptTexts.containsNul(nul)[language];
    return { status: 'argument-refused', key: nul, problem };
  }
  const tooLong = findTooLong(strings);
  return tooLong === undefined ? undefined : { status: 'argument-too-long', ...tooLong };
}

/** What keeps a script from starting is an ordinary outcome; anything else is our own fault and thrown. */
function outcomeOf(error: unknown, language: Language): RuntimeOutcome {
  if (!(error instanceof AppError)) throw error;
  const known = dependencyOutcome(error, language);
  if (known !== undefined) return known;
  switch (error.code) {
    case 'package-invalid':
    case 'spawn-failed':
    case 'sandbox-unavailable':
      return { status: 'unstartable', problem: error.text[language] };
    default:
      throw error;
  }
}

function withoutLog(outcome: RuntimeOutcome): RuntimeRun {
  return { outcome, log: '' };
}
