// Imports a skill's bundle, once for the life of the worker, and says where it broke if it does.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { describeException } from './describe-exception.ts';
import { findEntry, type EntryPoint } from './entry-point.ts';

export interface SkillFiles {
  /** The bundle that is run. */
  readonly bundle: string;
  /** The author's file that it was made of. */
  readonly handler: string;
  /** The skill's directory. */
  readonly folder: string;
}

export type LoadedSkill =
  | { readonly type: 'loaded'; readonly entry: EntryPoint }
  | { readonly type: 'no-entry' }
  | {
      readonly type: 'unstartable';
      readonly place: string;
      readonly name: string;
      readonly message: string;
    };

export async function loadSkill(files: SkillFiles): Promise<LoadedSkill> {
  // What was bundled from CommonJS asks for Node's own modules through it.
  Reflect.set(globalThis, 'require', createRequire(files.handler));
  try {
    const module: object = await import(pathToFileURL(files.bundle).href);
    const entry = findEntry(module);
    return entry === undefined ? { type: 'no-entry' } : { type: 'loaded', entry };
  } catch (error) {
    const { name, message } = describeException(error);
    return { type: 'unstartable', place: placeOf(error, files), name, message };
  }
}

/** The innermost place of the skill's own code in a stack, which source maps have made the author's. */
function placeOf(error: unknown, { folder, handler }: SkillFiles): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const start = stack.indexOf(`${folder}/`);
  const place = /^[^\n()]*?:\d+/.exec(stack.slice(start + folder.length + 1))?.[0];
  return start === -1 || place === undefined ? handler.slice(folder.length + 1) : place;
}
