// A run that failed for a missing module: whether it is declared and installing is off, or nobody declared it.

import type { AppError } from '#base/app-error.ts';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import { readDeclared, type DeclaredNeeds } from './declared/read-declared.ts';
import type { DependencyRequest } from './dependencies.ts';
import { dependencyFailure } from './dependency-failure.ts';

type Asked = Pick<DependencyRequest, 'folder' | 'script' | 'languages' | 'declared'>;

const SHOWN_CHARS = 2000;
/** Python's, Node's and the bundler's words; a path or one of Node's own modules is no package. */
const MISSING = [
  /ModuleNotFoundError: No module named '([\w]+)/,
  /Cannot find (?:module|package) '((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)/,
  /Could not resolve "((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)/,
] as const;

/** Undefined where `said` tells of no missing module, or installing was on and it is declared under another name. */
export async function explainMissing(
  asked: Asked,
  said: string,
  isOn: boolean,
): Promise<AppError | undefined> {
  const module = MISSING.map((pattern) => pattern.exec(said)?.[1]).find((name) => name);
  if (module === undefined || module.startsWith('node:')) return undefined;
  const names = namesOf(await readDeclared(asked));
  const errorOutput = said.trim().slice(-SHOWN_CHARS);
  if (names.length === 0) {
    const text = dependencyTexts.undeclared(module);
    return dependencyFailure({ code: 'deps_undeclared', text, package: module, errorOutput });
  }
  if (isOn) return undefined;
  const text = dependencyTexts.off(module, names);
  return dependencyFailure({ code: 'deps_off', text, package: module, errorOutput });
}

function namesOf({ python, node }: DeclaredNeeds): readonly string[] {
  return [...(python?.requirements ?? []), ...(node?.names ?? [])];
}
