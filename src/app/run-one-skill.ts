// Runs one skill on the schedule line's rules, as `qiao run` does.

import { mkdir, mkdtemp, readdir, realpath, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { AppError, messageOf } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { RunReport } from '#contract/run-report.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { buildFixedContext, triggeredAt } from '#features/execution/index.ts';
import type { Catalogue } from '#features/packages/index.ts';
import { failureEnvelope } from '#features/results/index.ts';
import { findMadeFiles, snapshotWorkspace } from '#features/workspaces/index.ts';
import type { Settings } from '#system/settings.ts';
import { composeLocal } from './compose-local.ts';
import { readConfigurationFile } from './local-configuration.ts';
import { LOCAL_IDENTITY } from './local-identity.ts';
import { readInput } from './read-json.ts';
import { skillRoots } from './skill-roots.ts';

export interface RunOneSkillRequest {
  readonly settings: Settings;
  /** A name, or a path where it contains `/` or starts with `.`. */
  readonly skill: string;
  /** JSON, `@FILE` or `-`; nothing means `{}`. */
  readonly input: string | undefined;
  /** A directory, made where it is missing; undefined for a temporary one. */
  readonly workspace: string | undefined;
  /** By the dialog line's rules. */
  readonly asUser: boolean;
  readonly skillRoots: readonly string[] | undefined;
  readonly configurationFile: string | undefined;
  readonly signal: AbortSignal;
  progress(fraction: number | null, text: string): void;
}

/** Throws `input-invalid` before anything runs; every other end is a report. */
export async function runOneSkill(request: RunOneSkillRequest): Promise<RunReport> {
  const startedAt = performance.now();
  const { settings } = request;
  const input = await readInput(request.input);
  const configurations =
    request.configurationFile === undefined
      ? {}
      : await readConfigurationFile(request.configurationFile);
  const isPath = request.skill.includes('/') || request.skill.startsWith('.');
  const workspace = await openRunWorkspace(request.workspace);
  const program = await composeLocal({
    settings,
    skillRoots: isPath ? [resolve(request.skill)] : await skillRoots(request.skillRoots),
    configurations,
    workspacesRoot: workspace,
  });
  try {
    const name = isPath ? program.catalogue.all()[0]?.name : request.skill;
    if (name === undefined) {
      const output = rejectedEnvelope(program.catalogue, request.skill, settings.language);
      return { ...EMPTY_REPORT, skill: request.skill, output, workspace };
    }
    const before = await snapshotWorkspace(workspace);
    const run = await program.execution.execute({
      skill: name,
      input,
      line: request.asUser ? 'dialog' : 'schedule',
      identity: LOCAL_IDENTITY,
      fixed: buildFixedContext({ channel: 'web', ...triggeredAt(new Date()) }),
      hasFailedInTurn: false,
      workspace,
      signal: request.signal,
      progress: (fraction, text) => request.progress(fraction, text),
    });
    const { envelope } = run;
    return {
      status: run.verdict.status,
      skill: name,
      output: { ...envelope },
      attempts: run.attempts,
      duration_ms: Math.round(performance.now() - startedAt),
      artifacts: [...(await findMadeFiles({ workspace, before, envelope }))],
      workspace,
      log: run.log,
    };
  } finally {
    await program.close();
    if (request.workspace === undefined) await removeWhereEmpty(workspace);
  }
}

const EMPTY_REPORT = {
  status: 'failed',
  attempts: 0,
  duration_ms: 0,
  artifacts: [],
  log: '',
} satisfies Partial<RunReport>;

/** The real path: skills compare what they are told with what the system tells them. */
async function openRunWorkspace(given: string | undefined): Promise<string> {
  try {
    if (given === undefined) return await realpath(await mkdtemp(join(tmpdir(), 'qiao-run-')));
    await mkdir(given, { recursive: true });
    return await realpath(given);
  } catch (error) {
    const text = cliTexts.fileUnreadable(given ?? tmpdir(), messageOf(error));
    throw new AppError('input-invalid', text, { cause: error });
  }
}

/** Nothing was left in it: nobody needs it. Hidden folders of the platform count as nothing. */
async function removeWhereEmpty(workspace: string): Promise<void> {
  const left = await readdir(workspace);
  if (left.length === 0) await rmdir(workspace);
}

function rejectedEnvelope(catalogue: Catalogue, path: string, language: Language): JsonObject {
  const findings = catalogue
    .rejected()
    .flatMap((rejected) => rejected.findings)
    .map(({ file, line, message, fix }) => {
      const place = line === null ? file : `${file}:${line}`;
      return `${place}: ${message[language]} ${fix[language]}`;
    });
  const text = cliTexts.packageRejected(path, findings.join(' '));
  return failureEnvelope({ error: text[language], errorType: 'config', nonRetriable: true });
}
