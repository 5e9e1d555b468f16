// Finds the file that a script skill runs: the declared command, else by the names of CLI-10.

import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';
import { fillText } from './fill-placeholders.ts';
import { isBelow } from './is-below.ts';

export interface ScriptCommand {
  /** What stands before the skill's own file: an interpreter and its options, as declared; often empty. */
  readonly before: readonly string[];
  /** Absolute path of the skill's file; undefined where the command names a program of the system only. */
  readonly script: string | undefined;
  /** Arguments that the author fixed. */
  readonly after: readonly string[];
}

export interface ScriptSkill {
  readonly name: string;
  /** The staged directory. */
  readonly folder: string;
  readonly workspace: string;
  readonly declared: readonly string[] | undefined;
}

/** In the order in which one of several is taken. */
const SCRIPT_ENDINGS = ['.py', '.sh', '.js', '.mjs', '.ts'] as const;

/** Throws `package-invalid` where there is no such file, it lies outside the skill, or more than one would do. */
export async function findScript(skill: ScriptSkill): Promise<ScriptCommand> {
  return skill.declared === undefined || skill.declared.length === 0
    ? { before: [], script: await scriptByName(skill), after: [] }
    : declaredCommand(skill, skill.declared);
}

/**
 * The first word that names a file of the skill is its script; only words in front of it that are options may
 * precede it (`python3 -u scripts/main.py`). Words without a slash that name no file are the system's programs.
 */
async function declaredCommand(
  { folder, workspace }: ScriptSkill,
  declared: readonly string[],
): Promise<ScriptCommand> {
  const words = withoutUv(declared).map((word) => fillText(word, { baseDir: folder, workspace }));
  for (const [position, word] of words.entries()) {
    if (position > 0 && word.startsWith('-')) continue;
    const path = resolve(folder, word);
    if (await isFile(path)) {
      if (!isAbsolute(word) || isBelow(path, folder)) {
        await refuseOutside(path, folder);
        return { before: words.slice(0, position), script: path, after: words.slice(position + 1) };
      }
    } else if (word.includes('/') && !isAbsolute(word)) {
      throw new AppError('package-invalid', scriptTexts.scriptMissing(word));
    }
    if (position > 0) break;
  }
  return { before: words, script: undefined, after: [] };
}

/** What `uv run` would install is installed already; what stands behind it is the command. */
function withoutUv(words: readonly string[]): readonly string[] {
  if (words[0] !== 'uv' || words[1] !== 'run') return words;
  const first = words.findIndex((word, at) => at > 1 && !word.startsWith('-'));
  return first === -1 ? words : words.slice(first);
}

async function scriptByName({ name, folder }: ScriptSkill): Promise<string> {
  const scripts = join(folder, 'scripts');
  const entries = await readdir(scripts, { withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => !entry.isDirectory() && !/^(\.|__)/.test(entry.name))
    .map((entry) => entry.name)
    .toSorted(byEnding);
  const stems = [['main'], ['run'], [name, name.replaceAll('-', '_')]];
  const named = stems.map((wanted) => files.find((file) => wanted.includes(stemOf(file))));
  const found =
    named.find((file) => file !== undefined) ?? (files.length === 1 ? files[0] : undefined);
  if (found === undefined) throw new AppError('package-invalid', scriptTexts.noScript(name, files));
  return join(scripts, found);
}

function stemOf(file: string): string {
  return file.slice(0, file.length - extname(file).length);
}

function byEnding(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : 1);
}

function rankOf(file: string): number {
  const position = SCRIPT_ENDINGS.findIndex((ending) => ending === extname(file));
  return position === -1 ? SCRIPT_ENDINGS.length : position;
}

async function refuseOutside(path: string, folder: string): Promise<void> {
  const real = await realpath(path);
  if (isBelow(path, folder) && isBelow(real, await realpath(folder))) return;
  throw new AppError('package-invalid', scriptTexts.scriptOutside(relative(folder, path)));
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}
