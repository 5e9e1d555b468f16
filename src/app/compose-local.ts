// Puts together what runs skills without a database: `run`, and what `chat` stands on.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import { createExecution, type Execution } from '#features/execution/index.ts';
import type { ChatModel } from '#features/models/index.ts';
import { createCatalogue, type Catalogue } from '#features/packages/index.ts';
import { createMemoryRunStore } from '#features/runs/index.ts';
import {
  createNodeRuntime,
  createProcessRuntime,
  createPythonRuntime,
  findPython,
  type SkillDatabase,
  type SkillRuntime,
} from '#features/runtimes/index.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';
import type { Settings } from '#system/settings.ts';
import { hasProgram } from './has-program.ts';
import { configuredSkill, type SkillConfigurations } from './local-configuration.ts';
import { createSkillProvider } from './skill-provider.ts';

export interface LocalParts {
  readonly settings: Settings;
  /** Directories of packages, or packages themselves. */
  readonly skillRoots: readonly string[];
  readonly configurations: SkillConfigurations;
  readonly workspacesRoot: string;
  /** Asked for when a skill uses its role's model, and not before: a run without one loads none. */
  readonly model: () => Promise<ChatModel>;
}

export interface LocalProgram {
  readonly catalogue: Catalogue;
  readonly execution: Execution;
  /** Ends every process that was started. */
  close(): Promise<void>;
}

export async function composeLocal(parts: LocalParts): Promise<LocalProgram> {
  const { settings, workspacesRoot } = parts;
  const closing = new AbortController();
  const runtimes = createRuntimes(settings);
  const catalogue = await createCatalogue({ roots: parts.skillRoots });
  const execution = createExecution({
    catalogue,
    runtimes: runtimes.all,
    runs: createMemoryRunStore(),
    workspacesRoot,
    place: { system: process.platform, hasProgram },
    walls: { defaultSec: settings.skillWallDefaultSec, hardcapSec: settings.skillWallHardcapSec },
    memoryBytes: settings.skillMemoryBytes,
    offload: {
      resultChars: settings.toolResultOffloadChars,
      displayKeepChars: settings.toolDisplayKeepChars,
    },
    language: settings.language,
    now: () => new Date(),
    newId: randomUUID,
    configurationOf: (skill) => configuredSkill(skill, parts.configurations, catalogue),
    // There are no teams and no users here (CTX-06).
    teamRoleOf: async () => '',
    providerFor: () => createSkillProvider(parts.model, closing.signal),
    databaseFor: () => noDatabase(),
  });
  return {
    catalogue,
    execution,
    async close() {
      closing.abort();
      await runtimes.close();
    },
  };
}

function createRuntimes(settings: Settings): {
  readonly all: readonly SkillRuntime[];
  close(): Promise<void>;
} {
  const sandbox = createPlainSandbox();
  const spillFolder = join(settings.dataFolder, 'tmp', 'spilled');
  const cacheFolder = join(settings.dataFolder, 'cache', 'handlers');
  const { language } = settings;
  const all = [
    createPythonRuntime({ sandbox, spillFolder, language }),
    createNodeRuntime({ sandbox, spillFolder, cacheFolder, language }),
    createProcessRuntime({ sandbox, spillFolder, language, findPython: pythonPath }),
  ];
  return {
    all,
    async close() {
      await Promise.all(all.map((runtime) => runtime.close()));
      await sandbox.close();
    },
  };
}

async function pythonPath(): Promise<string | undefined> {
  try {
    return (await findPython()).path;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** CTX-07: it is opened at first use, and here that fails with a sentence. */
function noDatabase(): SkillDatabase {
  return { open: refuseDatabase, execute: refuseDatabase, end: refuseDatabase };
}

async function refuseDatabase(): Promise<never> {
  throw new AppError('database-unavailable', executionTexts.noDatabase());
}
