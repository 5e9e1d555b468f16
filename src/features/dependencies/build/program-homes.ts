// What of the disk a program needs besides the system's own directories, which every sandbox shows.

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxMount } from '#features/sandboxes/index.ts';

const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib32|lib64)(?:\/|$)/;

/**
 * Of a Python: the directory above the `bin` that it really lies in. Not of the one that a link lies in: above
 * `~/.local/bin` is much that is nobody else's.
 */
export function interpreterHome(program: string): string {
  return dirname(dirname(realOf(program)));
}

/** Read-only, those of `paths` that are not the system's. */
export function readable(...paths: readonly string[]): readonly SandboxMount[] {
  const own = paths.filter((path) => path !== '/' && !SYSTEM.test(path));
  return [...new Set(own)].map((path) => ({ path, access: 'read' }));
}

export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
