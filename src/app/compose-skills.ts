// Puts together what runs skills, with or without a database: runtimes, the catalogue and their execution.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { createExecution, type Execution, type ExecutionParts } from '#features/execution/index.ts';
import { createCatalogue, type Catalogue } from '#features/packages/index.ts';
import {
  createNodeRuntime,
  createProcessRuntime,
  createPythonRuntime,
  findPython,
  type SkillRuntime,
} from '#features/runtimes/index.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';
import type { Settings } from '#system/settings.ts';
import { hasProgram } from './has-program.ts';

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
}

export interface SkillsProgram {
  readonly catalogue: Catalogue;
  readonly execution: Execution;
  /** Ends every process that was started. */
  close(): Promise<void>;
}

export async function composeSkills(parts: SkillsParts): Promise<SkillsProgram> {
  const { settings, skillRoots, configurationOf, ...own } = parts;
  const runtimes = createRuntimes(settings);
  const catalogue = await createCatalogue({ roots: skillRoots });
  const execution = createExecution({
    ...own,
    catalogue,
    runtimes: runtimes.all,
    place: { system: process.platform, hasProgram },
    walls: { defaultSec: settings.skillWallDefaultSec, hardcapSec: settings.skillWallHardcapSec },
    memoryBytes: settings.skillMemoryBytes,
    selfAcquiring: settings.selfAcquiringSkills,
    offload: {
      resultChars: settings.toolResultOffloadChars,
      displayKeepChars: settings.toolDisplayKeepChars,
    },
    language: settings.language,
    now: () => new Date(),
    newId: randomUUID,
    configurationOf: (skill, identity) => configurationOf(catalogue, skill, identity),
  });
  return { catalogue, execution, close: () => runtimes.close() };
}

function createRuntimes(settings: Settings): {
  readonly all: readonly SkillRuntime[];
  close(): Promise<void>;
} {
  const sandbox = createPlainSandbox();
  const spillFolder = join(settings.dataFolder, 'tmp', 'spilled');
  const cacheFolder = join(settings.dataFolder, 'cache', 'handlers');
  const { language } = settings;
  const limits = { mostActive: settings.skillPlaces };
  const all = [
    createPythonRuntime({ sandbox, spillFolder, language, limits }),
    createNodeRuntime({ sandbox, spillFolder, cacheFolder, language, limits }),
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
