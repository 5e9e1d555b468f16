// Real installers in the plain sandbox, for tests; packages come from a directory of wheels and a registry on loopback.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPlainSandbox, type Sandbox } from '#features/sandboxes/index.ts';
import { readPackageIndexes } from '#system/package-indexes.ts';
import { createDependencies, type DependenciesParts } from '../create-dependencies.ts';
import type { Dependencies, DependencyRequest, DependencySet } from '../dependencies.ts';

/** An absolute path, or undefined where this machine can't make virtual environments: the tests say so aloud. */
export const PYTHON: string | undefined = findPython();

function findPython(): string | undefined {
  const asked = 'import venv, pip, sys; print(sys.executable)';
  const { status, stdout } = spawnSync('python3', ['-c', asked], { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  process.stderr.write(
    '\n!!! NOT TESTED: python3 with venv and pip is missing on this machine\n\n',
  );
  return undefined;
}

export const HAS_NPM: boolean = hasNpm();

function hasNpm(): boolean {
  const found = spawnSync('npm', ['--version']).status === 0;
  if (!found) process.stderr.write('\n!!! NOT TESTED: npm is missing on this machine\n\n');
  return found;
}

export interface DependenciesFixture {
  readonly root: string;
  /** Where packages are installed. */
  readonly store: string;
  readonly wheels: string;
  readonly sandbox: Sandbox;
  /** `environment`: the operator's variables. */
  create(environment?: NodeJS.ProcessEnv, changes?: Partial<DependenciesParts>): Dependencies;
  /** Writes a package's files into a folder of its own. */
  skill(files: Readonly<Record<string, string>>): Promise<string>;
  ensure(
    dependencies: Dependencies,
    folder: string,
    changes?: Partial<DependencyRequest>,
  ): Promise<DependencySet | undefined>;
  close(): Promise<void>;
}

export async function createDependenciesFixture(): Promise<DependenciesFixture> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'qiao-deps-')));
  const [store, wheels] = [join(root, 'store'), join(root, 'wheels')];
  await mkdir(wheels);
  const sandbox = createPlainSandbox();
  let made = 0;
  return {
    root,
    store,
    wheels,
    sandbox,
    create: (environment = { PIP_FIND_LINKS: wheels, PIP_NO_INDEX: '1' }, changes = {}) =>
      createDependencies({
        sandbox,
        folder: store,
        mostBytes: 10 ** 9,
        memoryBytes: 2 ** 31,
        indexes: readPackageIndexes(environment),
        isOn: true,
        findPython: async () => PYTHON,
        language: 'en',
        ...changes,
      }),
    skill: async (files) => {
      made += 1;
      const folder = join(root, `skill-${made}`);
      await mkdir(folder);
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      return folder;
    },
    ensure: (dependencies, folder, changes = {}) =>
      dependencies.ensure({
        folder,
        languages: ['python', 'node'],
        declared: { pip: [], npm: [] },
        network: { kind: 'public' },
        signal: new AbortController().signal,
        progress: () => undefined,
        ...changes,
      }),
    close: async () => {
      await sandbox.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
