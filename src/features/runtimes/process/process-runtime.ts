// Runs a script skill: its own process, arguments in, standard output back (CLI-01 to CLI-10).

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';
import type { Sandbox } from '#features/sandboxes/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import type { RunHost, RuntimeOutcome, RuntimeRun, SkillEntry, SkillRuntime } from '../runtime.ts';
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
      try {
        const staged = await stage.acquire(entry, host.workspace, signal);
        try {
          return await runStaged({ parts, interpreters, entry, input, host, staged, signal });
        } finally {
          await staged.release();
        }
      } catch (error) {
        return withoutLog(outcomeOf(error, languageOf(host, parts)));
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

interface StagedRun {
  readonly parts: ProcessRuntimeParts;
  readonly interpreters: Interpreters;
  readonly entry: SkillEntry;
  readonly input: JsonObject;
  readonly host: RunHost;
  readonly staged: StagedSkill;
  readonly signal: AbortSignal;
}

async function runStaged(run: StagedRun): Promise<RuntimeRun> {
  const { parts, entry, host, staged } = run;
  const command = await commandOf(run);
  const folders = { baseDir: staged.folder, workspace: host.workspace };
  const args = buildArgv(fillPlaceholders(run.input, folders), entry.schema);
  const environment = await scriptEnvironment({ entry, host, skillFolder: staged.folder });
  try {
    const strings = { command, args, environment: environment.variables };
    const refused = refusalOf(strings, languageOf(host, parts));
    return refused === undefined ? await start(run, strings) : withoutLog(refused);
  } finally {
    await environment.discard();
  }
}

async function start(run: StagedRun, strings: StartStrings): Promise<RuntimeRun> {
  const { parts, entry, host, staged, signal } = run;
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

async function commandOf({ interpreters, entry, host, staged }: StagedRun): Promise<string[]> {
  const declared = entry.program.kind === 'script' ? entry.program.command : undefined;
  const { before, script, after } = await findScript({
    name: entry.skill,
    folder: staged.folder,
    workspace: host.workspace,
    declared,
  });
  const [named, ...options] = before;
  if (script !== undefined && named === undefined) {
    return [...(await interpreters.commandFor(script, staged.folder)), ...after];
  }
  const rest = [...options, ...(script === undefined ? [] : [script]), ...after];
  // A name that this machine lacks is left to the sandbox, whose error says so.
  return [(await interpreters.find(named ?? '', staged.folder)) ?? named ?? '', ...rest];
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
  switch (error.code) {
    case 'stopped':
      return { status: 'stopped' };
    case 'package-invalid':
    case 'spawn-failed':
      return { status: 'unstartable', problem: error.text[language] };
    default:
      throw error;
  }
}

function withoutLog(outcome: RuntimeOutcome): RuntimeRun {
  return { outcome, log: '' };
}
