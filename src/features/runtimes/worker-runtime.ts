// A runtime whose skills run in pooled worker processes; a language adds how its worker is started.

import { resolve } from 'node:path';
import type { Language } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import type {
  Dependencies,
  DependencyLanguage,
  DependencySet,
} from '#features/dependencies/index.ts';
import type { Sandbox, SandboxRequest } from '#features/sandboxes/index.ts';
import type { RunHost, RuntimeRun, SkillEntry, SkillProgram, SkillRuntime } from './runtime.ts';
import { ensureDependencies, explainRun, type DependencyAsker } from './skill-dependencies.ts';
import { SkillWorker, type WorkerCall } from './skill-worker.ts';
import type { Turnstile } from './turnstile.ts';
import { failedStart } from './worker-end.ts';
import { createWorkerPool, WORKER_POOL_LIMITS, type WorkerPoolLimits } from './worker-pool.ts';

export interface WorkerRuntimeParts {
  readonly name: string;
  canRun(program: SkillProgram): boolean;
  /** How a worker for this entry is started; what it throws makes the run `unstartable`. */
  launch(
    entry: SkillEntry,
    host: RunHost,
    dependencies: DependencySet | undefined,
  ): Promise<WorkerLaunch>;
  /** Installs what a skill needs; nothing is where it is left out. */
  readonly dependencies?: Dependencies | undefined;
  /** Whose packages its skills can use. */
  readonly dependencyLanguages: readonly DependencyLanguage[];
  readonly sandbox: Sandbox;
  /** Folder for results above 4 MB, made where it is missing. */
  readonly spillFolder: string;
  readonly language: Language;
  readonly limits?: Partial<WorkerPoolLimits>;
}

export type WorkerLaunch = Pick<SandboxRequest, 'command' | 'environment' | 'mounts'>;

export function createWorkerRuntime(parts: WorkerRuntimeParts): SkillRuntime {
  const pool = createWorkerPool({ ...WORKER_POOL_LIMITS, ...parts.limits });
  let isClosed = false;

  const start = async (entry: SkillEntry, host: RunHost) => {
    const dependencies = await ensureDependencies(askerOf(parts, entry), host);
    const launch = await parts.launch(entry, host, dependencies);
    const { memoryBytes } = host.limits;
    const process = await parts.sandbox.start({
      ...launch,
      folder: host.workspace,
      network: entry.network,
      limits: { memoryBytes },
      hasChannel: true,
    });
    const { spillFolder, language } = parts;
    return new SkillWorker({ process, memoryBytes, spillFolder, language });
  };

  const runInTurn = async (entry: SkillEntry, call: WorkerCall): Promise<RuntimeRun> => {
    const language = call.host.language ?? parts.language;
    if (isClosed) {
      const problem = workerTexts.workerClosed()[language];
      return { outcome: { status: 'unstartable', problem }, log: '' };
    }
    const key = workerKey(entry, call.host, parts.sandbox.name);
    let worker: SkillWorker;
    try {
      worker = await pool.checkOut(key, () => start(entry, call.host));
    } catch (error) {
      const failed = { outcome: failedStart(error, language), log: '' };
      return await explainRun(askerOf(parts, entry), failed, language);
    }
    try {
      return await explainRun(askerOf(parts, entry), await worker.run(call), language);
    } finally {
      pool.giveBack(key, worker);
    }
  };

  return {
    name: parts.name,
    canRun: (program) => parts.canRun(program),
    run: async (entry, input, host) => {
      const { turnstile } = pool;
      const leaveQueue = turnstile.isFull() ? host.onQueued?.() : undefined;
      const isIn = await turnstile.enter(host.signal);
      leaveQueue?.();
      if (!isIn) return { outcome: { status: 'stopped' }, log: '' };
      const lender = createLender(turnstile);
      try {
        return await runInTurn(entry, { input, host, onWaiting: lender.onWaiting });
      } finally {
        lender.leave();
      }
    },
    close: async () => {
      isClosed = true;
      await pool.close();
    },
  };
}

function askerOf(parts: WorkerRuntimeParts, entry: SkillEntry): DependencyAsker {
  const { dependencies, dependencyLanguages: languages } = parts;
  const { program, folder } = entry;
  const script = program.kind === 'handler' ? resolve(folder, program.file) : undefined;
  return { dependencies, entry, languages, script };
}

/** What two calls must share to share a worker: no state passes between people or versions (RUN-07). */
function workerKey(entry: SkillEntry, host: RunHost, sandbox: string): string {
  const { skill, version, folder, program, environment } = entry;
  const file = program.kind === 'handler' ? program.file : '';
  const { memoryBytes } = host.limits;
  const variables = Object.entries(environment).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Held in memory only, for it has the configuration's values in it.
  return JSON.stringify([
    host.workspace,
    skill,
    version,
    folder,
    file,
    memoryBytes,
    sandbox,
    variables,
  ]);
}

/** Lends a call's place while the call waits for others, which may need it themselves. */
function createLender(turnstile: Turnstile) {
  let isLent = false;
  return {
    onWaiting: (isWaiting: boolean) => {
      if (isWaiting === isLent) return;
      isLent = isWaiting;
      if (isWaiting) turnstile.leave();
      else turnstile.reenter();
    },
    leave: () => {
      if (!isLent) turnstile.leave();
      isLent = false;
    },
  };
}
