// Puts the parts together for programs without a database: `run`, one-shot `chat`.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import { turnClockMs, type LoopLimits } from '#features/agents/index.ts';
import { createDialog, createMemorySessionStore, type Dialog } from '#features/dialog/index.ts';
import { createExecution, type Execution } from '#features/execution/index.ts';
import {
  createChatModel,
  withRetries,
  withTimeouts,
  type ChatModel,
} from '#features/models/index.ts';
import { createCatalogue, type Catalogue } from '#features/packages/index.ts';
import { createMemoryCallLedger, createMemoryRunStore } from '#features/runs/index.ts';
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
}

export interface LocalProgram {
  readonly catalogue: Catalogue;
  readonly execution: Execution;
  readonly dialog: Dialog;
  /** Ends every process that was started. */
  close(): Promise<void>;
}

/** How long a model may take to say its first and its next word. */
const MODEL_TIMEOUTS = { firstChunkMs: 120_000, idleMs: 60_000 };
const MODEL_ATTEMPTS = 3;

export async function composeLocal(parts: LocalParts): Promise<LocalProgram> {
  const { settings, workspacesRoot } = parts;
  const closing = new AbortController();
  const model = createModel(settings);
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
    providerFor: () => createSkillProvider(model, closing.signal),
    databaseFor: () => noDatabase(),
  });
  const dialog = createDialog({
    model,
    execution,
    skills: () => catalogue.all(),
    sessions: createMemorySessionStore(),
    newLedger: createMemoryCallLedger,
    workspacesRoot,
    limits: loopLimits(settings),
    language: settings.language,
    now: () => new Date(),
  });
  return {
    catalogue,
    execution,
    dialog,
    async close() {
      closing.abort();
      await runtimes.close();
    },
  };
}

function createModel(settings: Settings): ChatModel {
  const { model, openai, anthropic, language } = settings;
  const plain = createChatModel({ model, openai, anthropic, language });
  return withRetries(withTimeouts(plain, MODEL_TIMEOUTS), { attempts: MODEL_ATTEMPTS });
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

function loopLimits(settings: Settings): LoopLimits {
  return {
    failPerTool: settings.failPerTool,
    failTotal: settings.failTotal,
    maxRounds: settings.maxToolRounds,
    loopMs: turnClockMs(settings.maxLoopSec, settings.toolWallSec),
    toolWallMs: settings.toolWallSec * 1000,
    contextTokens: settings.contextTokens,
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
