// Runs one skill on the schedule line's rules, as `qiao run` does.

import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import type { RunReport } from '#contract/run-report.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import type { KeptFile } from '#features/artifacts/index.ts';
import { createSubAgents } from '#features/documents/index.ts';
import { buildFixedContext, triggeredAt, type RunFiles } from '#features/execution/index.ts';
import { makeFolder } from '#system/make-folder.ts';
import type { Settings } from '#system/settings.ts';
import { composeLocal } from './compose-local.ts';
import type { SkillsProgram } from './compose-skills.ts';
import { createCollector } from './create-collector.ts';
import { readConfigurationFile } from './local-configuration.ts';
import { LOCAL_IDENTITY } from './local-identity.ts';
import { loopLimits } from './loop-limits.ts';
import { namedSkill } from './named-skill.ts';
import { readInput } from './read-json.ts';
import { remarksOn } from './run-remarks.ts';
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

export interface OneRun {
  readonly report: RunReport;
  /** What each stage decided. */
  readonly decisions: readonly Decision[];
  /** What the person who runs it should know besides the report. */
  readonly remarks: readonly Text[];
}

/** Throws `input-invalid` before anything runs; every other end is a report. */
export async function runOneSkill(request: RunOneSkillRequest): Promise<OneRun> {
  const { settings } = request;
  const input = await readInput(request.input);
  const configurations =
    request.configurationFile === undefined
      ? {}
      : await readConfigurationFile(request.configurationFile);
  const roots = await skillRoots(request.skillRoots);
  const skill = await namedSkill(request.skill, settings.language);
  const workspace = await openRunWorkspace(request.workspace);
  if (skill.status === 'rejected') {
    await removeWhereUnused(request, workspace);
    const report = { ...NOT_RUN, skill: request.skill, output: skill.envelope, workspace };
    return { report, decisions: [], remarks: [] };
  }
  const program = await composeLocal({
    settings,
    // The skill itself first; the others for what it calls.
    skillRoots: skill.folder === undefined ? roots : [skill.folder, ...roots],
    configurations,
    workspacesRoot: workspace,
    runsUnconfigured: true,
    model: async () => (await import('./create-model.ts')).createModel(settings),
  });
  try {
    const run = await runIn(program, { request, name: skill.name, input, workspace });
    const remarks = remarksOn(program.catalogue.all(), skill.name, configurations);
    return { ...run, remarks };
  } finally {
    await program.close();
    await removeWhereUnused(request, workspace);
  }
}

interface PreparedRun {
  readonly request: RunOneSkillRequest;
  readonly name: string;
  readonly input: JsonObject;
  readonly workspace: string;
}

async function runIn(
  { execution }: SkillsProgram,
  { request, name, input, workspace }: PreparedRun,
): Promise<Omit<OneRun, 'remarks'>> {
  const made: KeptFile[] = [];
  const run = await execution.execute({
    skill: name,
    input,
    line: request.asUser ? 'dialog' : 'schedule',
    identity: LOCAL_IDENTITY,
    fixed: buildFixedContext({ channel: 'web', ...triggeredAt(new Date()) }),
    hasFailedInTurn: false,
    workspace,
    files: filesOf(request, (file) => made.push(file)),
    subAgents: createSubAgents({
      model: async () => (await import('./create-model.ts')).createModel(request.settings),
      limits: loopLimits(request.settings),
    }),
    signal: request.signal,
    progress: (fraction, text) => request.progress(fraction, text),
  });
  const { envelope } = run;
  const report: RunReport = {
    status: run.verdict.status,
    skill: name,
    output: envelope,
    attempts: run.attempts,
    duration_ms: Math.round(run.durationMs),
    artifacts: made.map((file) => ({
      name: file.name,
      path: join(workspace, file.path),
      bytes: file.bytes,
    })),
    workspace,
    log: run.log,
  };
  return { report, decisions: run.decisions };
}

/** What is missing makes the run partial, and its warning says so. */
function filesOf(
  { settings, signal }: RunOneSkillRequest,
  onKept: (file: KeptFile) => void,
): RunFiles {
  const collector = createCollector(settings);
  const { language } = settings;
  const run = { orgId: '', roleId: LOCAL_IDENTITY.roleId, asked: '', language, signal };
  return {
    begin: (workspace) =>
      collector.begin({
        ...run,
        workspace,
        async onCollected(files) {
          for (const file of files) if (file.state === 'kept') onKept(file);
        },
      }),
  };
}

const NOT_RUN = {
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
    await makeFolder(given);
    return await realpath(given);
  } catch (error) {
    const text = cliTexts.workspaceUnusable(given ?? tmpdir(), messageOf(error));
    throw new AppError('input-invalid', text, { cause: error });
  }
}

/** What the platform itself puts into a workspace for a script: its copy, and a place for temporary files. */
const OWN_FOLDERS = new Set(['.skills', '.tmp']);

/** A temporary workspace that only the platform put anything into is not kept. */
async function removeWhereUnused(
  { workspace: given }: RunOneSkillRequest,
  workspace: string,
): Promise<void> {
  if (given !== undefined) return;
  const left = await readdir(workspace).catch(() => []);
  const isUnused = left.every((name) => OWN_FOLDERS.has(name));
  if (isUnused) await rm(workspace, { recursive: true, force: true });
}
