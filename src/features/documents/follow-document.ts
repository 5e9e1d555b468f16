// Has a sub-agent follow a document, and says plainly how that ended.

import { delimiter, join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import { createSecretMask } from '#base/secret-mask.ts';
import type { Language } from '#base/text.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';
import type { Dependencies, DependencySet } from '#features/dependencies/index.ts';
import { packageFiles, type MainDocument, type SkillPackage } from '#features/packages/index.ts';
import { failureEnvelope } from '#features/results/index.ts';
import {
  ensureDependencies,
  realFolder,
  type RunHost,
  type RuntimeOutcome,
  type RuntimeRun,
  type SkillEntry,
  type SubAgentEnd,
  type SubAgents,
  type SubAgentTool,
} from '#features/runtimes/index.ts';
import type { CodeRunner, Sandboxes } from '#features/sandboxes/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import { agentMessage, systemPrompt } from './agent-prompt.ts';
import { createCodeTool } from './code-tool.ts';
import { limitsOf } from './document-limits.ts';
import { executionObstacle } from './document-obstacle.ts';
import { guidesFor } from './guides.ts';
import { watchMadeFiles } from './made-files.ts';
import { createShellTool } from './shell-tool.ts';
import { createSkillFileTool } from './skill-file-tool.ts';

export interface Following {
  readonly sandbox: Pick<Sandboxes, 'start' | 'state'>;
  readonly programFolders: () => Promise<readonly string[]>;
  readonly codeRunner?: Pick<CodeRunner, 'run'>;
  readonly dependencies?: Dependencies | undefined;
  readonly entry: SkillEntry;
  readonly input: JsonObject;
  readonly host: RunHost;
  readonly skill: SkillPackage;
  /** One without a file is the one that the handler gave (RUN-09). */
  readonly document: MainDocument;
  readonly subAgents: SubAgents;
  readonly language: Language;
}

export async function followDocument(following: Following): Promise<RuntimeRun> {
  const { skill, entry, host, document, input, subAgents, language } = following;
  const place = shellPlaceOf(await following.sandbox.state(), skill);
  const hasShell = place !== undefined;
  const obstacle = executionObstacle(skill, { ...following, hasShell });
  if (obstacle !== undefined) return { outcome: unable(obstacle[language]), log: '' };
  const installed = hasShell ? await installedFor(following) : undefined;
  const tools = await toolsFor(following, place, installed);
  const instruction = instructionOf(input, host.context);
  const limits = await limitsOf(skill);
  const briefing = {
    skill,
    entry,
    input,
    host,
    limits,
    hasShell,
    language,
    hasPackages: installed !== undefined,
  };
  const made = skill.owesFile ? await watchMadeFiles(host.workspace) : undefined;
  const end = await subAgents.run({
    system: systemPrompt(briefing),
    message: agentMessage({
      ...briefing,
      instruction,
      document,
      guides: await guidesFor(skill, instruction, language),
    }),
    tools,
    limits,
    secrets: host.secrets ?? [],
    signal: host.signal,
    language,
    progress: (fraction, text) => host.progress(fraction, text),
  });
  const { decisions, log } = end;
  const owesFile = made !== undefined && (await made()).length === 0;
  return { outcome: outcomeOf(end, owesFile, language), decisions, log };
}

/** What the main model asked for, else the user's own words. */
function instructionOf({ instruction }: JsonObject, { raw_input: said }: JsonObject): string {
  const given = [instruction, said].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof given === 'string' ? given.trim() : '';
}

/** What the skill declares, installed before its sub-agent begins (DOC-09). */
function installedFor(following: Following): Promise<DependencySet | undefined> {
  const { dependencies, entry, host } = following;
  const languages = ['python', 'node'] as const;
  return ensureDependencies({ dependencies, entry, languages, script: undefined }, host);
}

interface ShellPlace {
  /** Which sandbox it will be. */
  readonly provider: string;
  readonly programs: 'own' | 'any';
}

/**
 * Undefined where nothing keeps files apart. What was installed for the skill, and the programs that it was found to
 * have, are this machine's: a container's image has neither.
 */
function shellPlaceOf(
  { own, any }: Awaited<ReturnType<Sandboxes['state']>>,
  { requires: { bins, anyBins, pip, npm }, ...skill }: SkillPackage,
): ShellPlace | undefined {
  if (any === undefined || any === 'plain') return undefined;
  const hasFiles = packageFiles(skill).some((file) => DECLARING.has(file));
  const needsOwn = hasFiles || [bins, anyBins, pip, npm].some((names) => names.length > 0);
  return needsOwn && own !== undefined
    ? { provider: own, programs: 'own' }
    : { provider: any, programs: 'any' };
}

/** Files whose packages are installed. */
const DECLARING = new Set(['requirements.txt', 'package.json']);

async function toolsFor(
  following: Following,
  place: ShellPlace | undefined,
  installed: DependencySet | undefined,
): Promise<readonly SubAgentTool[]> {
  const { codeRunner, skill, document, host, language } = following;
  const given = document.file === undefined ? document.text : undefined;
  const reading = createSkillFileTool({ skill, given, language });
  if (place !== undefined) return [await shellFor(following, place, installed), reading];
  if (codeRunner === undefined) return [reading];
  return [createCodeTool({ runner: codeRunner, workspace: host.workspace, language }), reading];
}

async function shellFor(
  following: Following,
  place: ShellPlace,
  installed: DependencySet | undefined,
): Promise<SubAgentTool> {
  const { sandbox, entry, host, language } = following;
  return createShellTool({
    ...place,
    sandbox,
    skillFolder: entry.folder,
    workspace: host.workspace,
    environment: await environmentFor(following, installed),
    packages: installed?.mounts ?? [],
    network: entry.network,
    memoryBytes: host.limits.memoryBytes,
    mask: createSecretMask(host.secrets ?? []),
    language,
  });
}

/** The skill's own configuration, and what programs need to work at all: nothing of the server's. */
async function environmentFor(
  { entry, host, programFolders }: Following,
  installed: DependencySet | undefined,
): Promise<Record<string, string>> {
  const { folder, environment } = entry;
  const { workspace } = host;
  const places = [
    ...(installed?.programFolders ?? []),
    join(folder, '.venv', 'bin'),
    join(folder, 'node_modules', '.bin'),
    join(workspace, '.local', 'bin'),
    // Where the programs were looked for that the skill requires.
    systemEnvironment()['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    ...(await programFolders()),
  ];
  return {
    PATH: places.join(delimiter),
    HOME: workspace,
    TMPDIR: await realFolder(join(workspace, '.tmp')),
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    PIP_BREAK_SYSTEM_PACKAGES: '1',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    ...installed?.variables,
    ...environment,
    SKILL_DIR: folder,
    SKILL_WORKSPACE: workspace,
  };
}

function unable(error: string): RuntimeOutcome {
  const failure = { error, errorType: 'config', nonRetriable: true } as const;
  return { status: 'returned', value: failureEnvelope(failure) };
}

/** DOC-12: a run that owes a file has not succeeded without one, whatever it says. */
function outcomeOf(end: SubAgentEnd, owesFile: boolean, language: Language): RuntimeOutcome {
  if (end.status === 'stopped') return { status: 'stopped' };
  const told = { ...(end.text !== '' && { result: end.text }), steps: end.steps.length };
  const problem = end.problem?.[language];
  if (end.status === 'failed' || owesFile) {
    const why = [problem, owesFile ? documentTexts.noFileMade()[language] : undefined];
    const error = why.filter((text) => text !== undefined).join(' ');
    return { status: 'returned', value: failureEnvelope({ error, facts: told }) };
  }
  const value: JsonObject = {
    success: true,
    ...(problem !== undefined && { completed: false, warning: problem }),
    ...told,
  };
  return { status: 'returned', value };
}
