// Puts together what runs skills, with or without a database: runtimes, the catalogue and their execution.

import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { createBuiltInSkills } from '#builtin/built-in-skills.ts';
import { pageTokens } from '#features/agents/index.ts';
import { createDependencies } from '#features/dependencies/index.ts';
import { createDocumentRuntime, documentObstacle } from '#features/documents/index.ts';
import {
  createExecution,
  createResultThreads,
  type Execution,
  type ExecutionParts,
} from '#features/execution/index.ts';
import { createCatalogue, type Catalogue, type SkillPackage } from '#features/packages/index.ts';
import {
  createNodeRuntime,
  createProcessRuntime,
  createPythonRuntime,
  createTrustedRuntime,
  type SkillRuntime,
  type TrustedSkill,
} from '#features/runtimes/index.ts';
import type { CodeRunner, Sandboxes } from '#features/sandboxes/index.ts';
import { createSafeCall } from '#system/fetch/safe-call.ts';
import { createSafeFetch } from '#system/fetch/safe-fetch.ts';
import type { Settings } from '#system/settings.ts';
import { composeApis, type ApisProgram } from './compose-apis.ts';
import { composeCode } from './compose-code.ts';
import { composeSandboxes, pythonPath } from './compose-sandboxes.ts';
import { createRunPlace } from './run-place.ts';

/** The built-in skill that reads offloaded results on (OFF-07). */
export const READ_RESULT = 'read_result';
/** The built-in skill that reads the files of skills (DOC-05). */
export const READ_SKILL_FILE = 'read_skill_file';

/** What differs between a server and a program without a database. */
export interface SkillsParts extends Pick<
  ExecutionParts,
  'runs' | 'workspacesRoot' | 'runsUnconfigured' | 'teamRoleOf' | 'providerFor' | 'databaseFor'
> {
  readonly settings: Settings;
  /** Directories of packages, or packages themselves. */
  readonly skillRoots: readonly string[];
  readonly configurationOf: (
    catalogue: Catalogue,
    ...asked: Parameters<ExecutionParts['configurationOf']>
  ) => ReturnType<ExecutionParts['configurationOf']>;
  /** Told of what only makes starts slow. */
  readonly onSlow: (error: unknown) => void;
}

export interface SkillsProgram {
  readonly catalogue: Catalogue;
  readonly execution: Execution;
  /** The skills that are several tools: APIs (API-03). */
  readonly toolsOf: ApisProgram['toolsOf'];
  readonly sandboxes: Sandboxes;
  /** Ends every process that was started. */
  close(): Promise<void>;
}

export async function composeSkills(parts: SkillsParts): Promise<SkillsProgram> {
  const { settings, skillRoots, configurationOf, onSlow, ...own } = parts;
  const catalogue = await createCatalogue({ roots: skillRoots });
  const trusted = createBuiltInSkills({
    fetchPage: createSafeFetch({ allowHosts: settings.allowedHosts }),
    now: () => new Date(),
    resultChars: settings.toolResultOffloadChars,
    // Asked when somebody wants to know, by when there is an execution to ask.
    skills: () => offeredOf(catalogue, execution),
    pageTokens: pageTokens(settings.contextTokens),
    readable: () => catalogue.all().filter(isHanded),
  });
  const call = createSafeCall({ allowHosts: settings.allowedHosts });
  const apis = composeApis({ settings, catalogue, call });
  const sandbox = composeSandboxes(settings);
  const code = composeCode(sandbox, { settings, onSlow });
  const runtimes = createRuntimes(sandbox, {
    settings,
    trusted,
    catalogue,
    codeRunner: code.runner,
  });
  const threads = createResultThreads();
  const execution = createExecution({
    ...own,
    catalogue,
    runtimes: [...runtimes.all, apis.runtime],
    place: {
      ...createRunPlace(sandbox),
      obstacleOf: (skill) =>
        documentObstacle(skill, { hasShell: sandbox.isolates.files, codeRunner: code.runner }),
    },
    walls: { defaultSec: settings.skillWallDefaultSec, hardcapSec: settings.skillWallHardcapSec },
    memoryBytes: settings.skillMemoryBytes,
    selfAcquiring: settings.selfAcquiringSkills,
    offload: {
      resultChars: settings.toolResultOffloadChars,
      displayKeepChars: settings.toolDisplayKeepChars,
      threads,
      readTool: READ_RESULT,
    },
    language: settings.language,
    now: () => new Date(),
    newId: randomUUID,
    configurationOf: (skill, identity) => configurationOf(catalogue, skill, identity),
  });
  return {
    catalogue,
    execution,
    toolsOf: apis.toolsOf,
    sandboxes: sandbox,
    async close() {
      await runtimes.close();
      await code.close();
      await apis.close();
      await threads.close();
    },
  };
}

/** A model may call it here, or read it as knowledge (DOC-01). */
async function offeredOf(
  catalogue: Catalogue,
  { obstacleOf }: Pick<Execution, 'obstacleOf'>,
): Promise<readonly SkillPackage[]> {
  const handed = catalogue.all().filter(isHanded);
  const obstacles = await Promise.all(
    handed.map(async (skill) => (isKnowledge(skill) ? undefined : obstacleOf(skill))),
  );
  return handed.filter((_, at) => obstacles[at] === undefined);
}

/** Nothing that is run: a model is told of it, and reads it. */
export function isKnowledge({ kind }: SkillPackage): boolean {
  return kind === 'knowledge';
}

/** A model may know of it (DOC-01), whether or not it can run here. */
function isHanded({ triggerType }: SkillPackage): boolean {
  return triggerType === 'explicit';
}

interface RuntimeParts {
  readonly settings: Settings;
  readonly trusted: readonly TrustedSkill[];
  readonly catalogue: Catalogue;
  readonly codeRunner: CodeRunner;
}

function createRuntimes(
  sandbox: Sandboxes,
  { settings, trusted, catalogue, codeRunner }: RuntimeParts,
): {
  readonly all: readonly SkillRuntime[];
  close(): Promise<void>;
} {
  const spillFolder = join(settings.dataFolder, 'tmp', 'spilled');
  const cacheFolder = join(settings.dataFolder, 'cache', 'handlers');
  const { language } = settings;
  const limits = { mostActive: settings.skillPlaces };
  const dependencies = createDependencies({
    sandbox,
    language,
    folder: join(settings.dataFolder, 'cache', 'deps'),
    mostBytes: settings.dependencyBytes,
    memoryBytes: settings.skillMemoryBytes,
    indexes: settings.packageIndexes,
    isOn: settings.installsSkillDependencies,
    findPython: pythonPath,
  });
  const common = { sandbox, spillFolder, language, dependencies };
  const all = [
    // First: what stands in our own source runs here, and what only has its name does not.
    createTrustedRuntime(trusted),
    createPythonRuntime({ ...common, limits }),
    createNodeRuntime({ ...common, cacheFolder, limits }),
    createProcessRuntime({ ...common, findPython: pythonPath }),
    createDocumentRuntime({
      sandbox,
      codeRunner,
      programFolders,
      dependencies,
      packageOf: async (skill) => (await catalogue.get(skill))?.package,
      language,
    }),
  ];
  return {
    all,
    async close() {
      await Promise.all(all.map((runtime) => runtime.close()));
      await sandbox.close();
    },
  };
}

/** For commands of documents, which find programs by their names. */
async function programFolders(): Promise<readonly string[]> {
  const python = await pythonPath();
  return [...(python === undefined ? [] : [dirname(python)]), dirname(process.execPath)];
}
