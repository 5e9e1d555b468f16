// What of the disk a program needs besides the system's own directories, which every sandbox shows.

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxMount } from '#features/sandboxes/index.ts';

const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib32|lib64)(?:\/|$)/;

/** Of `…/bin/program`: the directory above `bin`, by its own path and by the one that links lead to. */
export function programHomes(...programs: readonly string[]): readonly SandboxMount[] {
  const homes = programs
    .flatMap((program) => [program, realOf(program)])
    .map((program) => dirname(dirname(program)));
  return folderMounts(...homes);
}

/** Those of `folders` that are not the system's. */
export function folderMounts(...folders: readonly string[]): readonly SandboxMount[] {
  const paths = folders.filter((folder) => folder !== '/' && !SYSTEM.test(folder));
  return [...new Set(paths)].map((path) => ({ path, access: 'read' }));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
