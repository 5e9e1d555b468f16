// Runs document skills: hands an instruction-only document back, or has a sub-agent follow it (DOC-02).

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';
import { runFailureTexts } from '#contract/texts/run-failure-texts.ts';
import type { Dependencies } from '#features/dependencies/index.ts';
import {
  cutDocument,
  mainDocument,
  packageFiles,
  type MainDocument,
  type SkillPackage,
} from '#features/packages/index.ts';
import { failureEnvelope } from '#features/results/index.ts';
import {
  dependencyOutcome,
  type RunHost,
  type RuntimeOutcome,
  type RuntimeRun,
  type SkillEntry,
  type SkillRuntime,
} from '#features/runtimes/index.ts';
import type { CodeRunner, Sandboxes } from '#features/sandboxes/index.ts';
import { followDocument } from './follow-document.ts';
import { isInstructionOnly } from './instruction-only.ts';

export interface DocumentRuntimeParts {
  /** For commands; where it keeps no files apart, none is run. */
  readonly sandbox: Pick<Sandboxes, 'start' | 'state'>;
  /** Folders of this machine's own programs, behind the usual ones of PATH. */
  readonly programFolders: () => Promise<readonly string[]>;
  /** Where there is no such sandbox. */
  readonly codeRunner?: Pick<CodeRunner, 'run'>;
  /** Undefined where nothing is installed for skills. */
  readonly dependencies?: Dependencies | undefined;
  /** The package behind a name. */
  readonly packageOf: (skill: string) => Promise<SkillPackage | undefined>;
  /** Of the sentences where a run brings no language. */
  readonly language: Language;
}

/** Files of a skill that are listed where its document is handed back. */
const LISTED = 100;

export function createDocumentRuntime(parts: DocumentRuntimeParts): SkillRuntime {
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    name: 'document',
    canRun: (program) => program.kind === 'document',
    async run(entry, input, host) {
      const signal = AbortSignal.any([host.signal, closing.signal]);
      const running = runDocument(parts, { entry, input, host: { ...host, signal } });
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}

interface DocumentRun {
  readonly entry: SkillEntry;
  readonly input: JsonObject;
  readonly host: RunHost;
}

async function runDocument(parts: DocumentRuntimeParts, run: DocumentRun): Promise<RuntimeRun> {
  const { entry, host } = run;
  const language = host.language ?? parts.language;
  if (host.signal.aborted) return withoutLog({ status: 'stopped' });
  try {
    return await answer(parts, run, language);
  } catch (error) {
    // What comes up while a run is being stopped is the stop's doing.
    if (host.signal.aborted) return withoutLog({ status: 'stopped' });
    const missing = dependencyOutcome(error, language);
    if (missing !== undefined) return withoutLog(missing);
    if (!(error instanceof AppError)) throw error;
    return refused(error.text[language], `${entry.skill}: ${error.code}`);
  }
}

async function answer(
  parts: DocumentRuntimeParts,
  run: DocumentRun,
  language: Language,
): Promise<RuntimeRun> {
  const { entry, host } = run;
  const skill = await parts.packageOf(entry.skill);
  const given = entry.program.kind === 'document' ? entry.program.document : undefined;
  if (skill === undefined || (given ?? skill.body).trim() === '')
    return refused(documentTexts.noDocument(entry.skill)[language]);
  if (given === undefined && skill.kind === 'api')
    return refused(documentTexts.noDescription(entry.skill)[language]);
  const document = given === undefined ? await mainDocument(skill) : givenDocument(given);
  if (given === undefined && isInstructionOnly(skill))
    return withoutLog(handedBack(skill, document, language));
  if (host.subAgents === undefined)
    return refused(runFailureTexts.noSubAgent(entry.skill, skill.kind)[language]);
  const { subAgents } = host;
  return followDocument({ ...parts, ...run, skill, document, subAgents, language });
}

/** It is no file of the package. */
function givenDocument(text: string): MainDocument {
  return { text, file: undefined, before: 0 };
}

/** The main model follows it itself: a page, so that it is neither moved away nor searched for files. */
function handedBack(
  skill: SkillPackage,
  { text, file = 'SKILL.md', before }: MainDocument,
  language: Language,
): RuntimeOutcome {
  const files = packageFiles(skill).filter((each) => each !== skill.document);
  const value = {
    success: true,
    skill_doc: cutDocument({ text, skill: skill.name, file, before, language }),
    ...(files.length > 0 && { files_of_the_skill: files.slice(0, LISTED) }),
    note: documentTexts.instructionOnly()[language],
  };
  return { status: 'returned', value, isPage: true };
}

function refused(error: string, log = ''): RuntimeRun {
  const value = failureEnvelope({ error, errorType: 'config', nonRetriable: true });
  return { outcome: { status: 'returned', value }, log };
}

function withoutLog(outcome: RuntimeOutcome): RuntimeRun {
  return { outcome, log: '' };
}
