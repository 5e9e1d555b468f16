// Runs Python handlers in warm workers (RUN-01 to RUN-03, RUN-06, RUN-07).

import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '#base/text.ts';
import type { Dependencies, DependencySet } from '#features/dependencies/index.ts';
import type { Sandbox } from '#features/sandboxes/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import type { RunHost, SkillEntry, SkillRuntime } from '../runtime.ts';
import type { WorkerPoolLimits } from '../worker-pool.ts';
import { createWorkerRuntime, type WorkerLaunch } from '../worker-runtime.ts';
import { findPython } from './find-python.ts';

/** Whole: an interpreter lists the folder that it imports from. */
const PYTHON_FOLDER = fileURLToPath(new URL('../../../../python', import.meta.url));
/** Isolated from the user's site and PYTHON variables, without .pyc files, with UTF-8 whatever the locale. */
const INTERPRETER_OPTIONS = ['-I', '-B', '-X', 'utf8'] as const;

export interface PythonRuntimeParts {
  readonly sandbox: Sandbox;
  /** Existing folder for results above 4 MB; their files are the caller's. */
  readonly spillFolder: string;
  readonly language: Language;
  /** Installs what a skill needs; nothing is where it is left out. */
  readonly dependencies?: Dependencies | undefined;
  /** Name or path of an interpreter; without it `python3` or `python` on PATH. */
  readonly python?: string;
  readonly limits?: Partial<WorkerPoolLimits>;
}

/** A missing interpreter makes each run `unstartable` with what to install; it is looked for anew each time. */
export function createPythonRuntime(parts: PythonRuntimeParts): SkillRuntime {
  const interpreter = rememberFound(async () =>
    findPython(parts.python === undefined ? undefined : [parts.python]),
  );
  return createWorkerRuntime({
    name: 'python',
    canRun: (program) => program.kind === 'handler' && program.language === 'python',
    launch: async (entry, host, dependencies) => {
      const python = dependencies?.python ?? (await interpreter()).path;
      return withDependencies(launch(python, entry, host), dependencies);
    },
    dependencies: parts.dependencies,
    dependencyLanguages: ['python'],
    sandbox: parts.sandbox,
    spillFolder: parts.spillFolder,
    language: parts.language,
    ...(parts.limits !== undefined && { limits: parts.limits }),
  });
}

function launch(python: string, entry: SkillEntry, host: RunHost): WorkerLaunch {
  const file = entry.program.kind === 'handler' ? entry.program.file : '';
  const settings = {
    file: isAbsolute(file) ? file : join(entry.folder, file),
    folder: entry.folder,
    memory_bytes: host.limits.memoryBytes,
  };
  return {
    command: [
      python,
      ...INTERPRETER_OPTIONS,
      join(PYTHON_FOLDER, 'qiao_bridge', 'worker.py'),
      JSON.stringify(settings),
    ],
    environment: {
      ...systemEnvironment(),
      ...entry.environment,
      SKILL_WORKSPACE: host.workspace,
      SKILL_DIR: entry.folder,
    },
    mounts: [
      { path: host.workspace, access: 'write' },
      { path: entry.folder, access: 'read' },
      { path: PYTHON_FOLDER, access: 'read' },
    ],
  };
}

function withDependencies(given: WorkerLaunch, set: DependencySet | undefined): WorkerLaunch {
  if (set === undefined) return given;
  const { environment } = given;
  const path = [...set.programFolders, environment['PATH'] ?? ''].join(delimiter);
  return {
    ...given,
    environment: { ...environment, ...set.variables, PATH: path },
    mounts: [...given.mounts, ...set.mounts],
  };
}

/** Asks once; a failure is not remembered, so that installing what is missing needs no restart. */
function rememberFound<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return async () => {
    found ??= find();
    try {
      return await found;
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
}
