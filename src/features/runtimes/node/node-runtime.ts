// Runs TypeScript and JavaScript handlers: compiled at first use, in pooled workers under Node's permission model.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { canonicalJson } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { Dependencies, DependencySet } from '#features/dependencies/index.ts';
import type { Sandbox } from '#features/sandboxes/index.ts';
import type { RunHost, SkillEntry, SkillRuntime } from '../runtime.ts';
import type { WorkerPoolLimits } from '../worker-pool.ts';
import { createWorkerRuntime, type WorkerLaunch } from '../worker-runtime.ts';
import { realFolder } from '../workspace-folder.ts';
import { createBundleCache, type BundleCache } from './bundle-cache.ts';
import { createCompiler, type Compiler } from './compile.ts';
import { nodeCommand } from './node-command.ts';
import { skillModuleOptions } from './skill-modules.ts';
import { workerProgram } from './worker-program.ts';

export interface NodeRuntimeParts {
  /** Its processes are the sandbox's to end; closing the runtime ends its workers and leaves the sandbox open. */
  readonly sandbox: Sandbox;
  /** Where compiled skills lie; made where it is missing. */
  readonly cacheFolder: string;
  /** Folder for results above 4 MB, made where it is missing. */
  readonly spillFolder: string;
  /** Of the sentences in outcomes and logs. */
  readonly language: Language;
  readonly limits?: Partial<WorkerPoolLimits>;
  /** Installs what a skill needs; nothing is where it is left out. */
  readonly dependencies?: Dependencies | undefined;
}

/** Part of every key: what is compiled in another way is another file. */
const COMPILED_AS = 1;

export function createNodeRuntime(parts: NodeRuntimeParts): SkillRuntime {
  const cache = createBundleCache(parts.cacheFolder);
  const compiler = createCompiler();
  let known: Promise<string> | undefined;

  const program = async () => {
    known ??= workerProgram(cache, compiler);
    try {
      return await known;
    } catch (error) {
      // Perhaps the disk was full: the next call tries again.
      known = undefined;
      throw error;
    }
  };
  const launch = async (
    entry: SkillEntry,
    host: RunHost,
    dependencies: DependencySet | undefined,
  ): Promise<WorkerLaunch> => {
    const { nodeModules } = dependencies ?? {};
    if (entry.program.kind !== 'handler') throw notAHandler(entry);
    const handler = join(entry.folder, entry.program.file);
    await realFolder(join(host.workspace, '.tmp'));
    return nodeCommand({
      program: await program(),
      bundle: await bundle(cache, {
        entry,
        handler,
        nodeModules,
        compiler,
        language: host.language ?? parts.language,
      }),
      handler,
      skillFolder: entry.folder,
      nodeModules,
      workspace: host.workspace,
      memoryBytes: host.limits.memoryBytes,
      environment: entry.environment,
    });
  };
  const runtime = createWorkerRuntime({
    name: 'node',
    canRun: (given) => given.kind === 'handler' && given.language === 'node',
    launch,
    dependencies: parts.dependencies,
    dependencyLanguages: ['node'],
    sandbox: parts.sandbox,
    spillFolder: parts.spillFolder,
    language: parts.language,
    ...(parts.limits !== undefined && { limits: parts.limits }),
  });
  return {
    ...runtime,
    close: async () => {
      await runtime.close();
      await compiler.stop();
    },
  };
}

interface BundleRequest {
  readonly entry: SkillEntry;
  readonly handler: string;
  /** Absolute path of the packages installed for it. */
  readonly nodeModules: string | undefined;
  readonly compiler: Compiler;
  readonly language: Language;
}

/** The folder is part of the key, for the modules know their own places. */
async function bundle(cache: BundleCache, request: BundleRequest): Promise<string> {
  const { entry, handler, nodeModules, compiler, language } = request;
  const { folder, version } = entry;
  const identity = canonicalJson([COMPILED_AS, version, folder, handler, nodeModules ?? '']);
  const key = `skill-${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`;
  const options = skillModuleOptions({ folder, nodeModules, language });
  return await cache.file(
    key,
    async (target) => await compiler.compile({ file: handler, folder, target, options }),
  );
}

function notAHandler(entry: SkillEntry): AppError {
  return new AppError('unexpected', {
    zh: `技能「${entry.skill}」不是处理器技能，不能由 node 运行环境执行。`,
    en: `The skill "${entry.skill}" is no handler, so the node runtime can't run it.`,
  });
}
