// Makes a `node_modules` with a skill's packages, by the machine's npm; no package's own scripts are run.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageIndexes } from '#system/package-indexes.ts';
import type { NodeManifest } from '../declared/node-manifest.ts';
import type { BuildPlaces } from '../store/dependency-store.ts';
import { classifyFailure } from './classify-failure.ts';
import type { NpmProgram } from './find-npm.ts';
import { npmSource } from './package-sources.ts';
import { refuseStopped, runTool, type ToolParts } from './run-tool.ts';
import { toolEnvironment } from './tool-environment.ts';

export interface NodeInstall extends ToolParts {
  readonly needs: NodeManifest;
  readonly npm: NpmProgram;
  readonly indexes: PackageIndexes;
}

const OPTIONS = [
  '--ignore-scripts',
  '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=error',
] as const;

/** `node_modules/` in the folder, by the lock to the letter where there is one. Throws `dependencies-unavailable`. */
export async function installNode(
  install: NodeInstall,
  { fresh }: BuildPlaces,
  signal: AbortSignal,
): Promise<void> {
  const { needs, npm, indexes } = install;
  const home = join(fresh, '.home');
  await mkdir(home);
  // npm wants two files, and takes neither for both.
  for (const name of ['user', 'global']) await writeFile(join(home, `${name}.npmrc`), '');
  await writeFile(join(fresh, 'package.json'), needs.manifest);
  if (needs.lock !== undefined) await writeFile(join(fresh, 'package-lock.json'), needs.lock);
  const source = npmSource(indexes);
  const end = await runTool(install, {
    command: [...npm.command, needs.lock === undefined ? 'install' : 'ci', ...OPTIONS],
    environment: {
      ...toolEnvironment(home),
      ...source.variables,
      npm_config_userconfig: join(home, 'user.npmrc'),
      npm_config_globalconfig: join(home, 'global.npmrc'),
      npm_config_cache: join(home, 'cache'),
    },
    folder: fresh,
    mounts: [{ path: fresh, access: 'write' }, ...npm.mounts, ...source.mounts],
    network: source.network,
    signal,
  });
  refuseStopped(end);
  if (end.status !== 'done') throw classifyFailure({ end, asked: needs.names, isOffline: false });
  // Where all that is asked for is optional and not for this machine, npm makes none.
  await mkdir(join(fresh, 'node_modules'), { recursive: true });
}
