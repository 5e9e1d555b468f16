// requirements.txt as far as it is followed: names, versions, markers, hashes, and other files of the skill.

import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import { dependencyFailure } from '../dependency-failure.ts';

/** A name with extras, versions and a marker (PEP 508), without an address. */
const REQUIREMENT =
  /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?\s*(?:\[[\w\s,.-]*\])?\s*(?:\(?[<>=!~][<>=!~\w\s.*+,-]*\)?)?\s*(?:;[^\n]*)?$/;
const HASH = /\s--hash[= ]sha(?:256|384|512):[0-9a-f]+/gi;
const OTHER_FILE = /^(-r|--requirement|-c|--constraint)[\s=]+(\S+)$/;
/** Say how pip chooses, and let it run or fetch nothing more. */
const HARMLESS = /^--(?:pre|prefer-binary|require-hashes)$/;
const DEEPEST = 8;

export interface Requirements {
  /** One a line, as pip reads them. */
  readonly lines: readonly string[];
  /** Versions that are not asked for but hold, as pip reads them. */
  readonly constraints: readonly string[];
}

/**
 * Empty without a file. Throws `dependencies-unavailable` for what is not installed: addresses, paths, editable
 * packages, another index, and `--no-binary`, which would run a package's own code.
 */
export async function readRequirementsFile(folder: string): Promise<Requirements> {
  const root = await realpath(folder);
  const lines: string[] = [];
  const constraints: string[] = [];
  /** False where there is no such file in the skill. */
  const read = async (file: string, into: string[], depth: number): Promise<boolean> => {
    const text = await readInside(root, file);
    if (text === undefined) return false;
    for (const line of logicalLines(text)) {
      const [, option, other] = OTHER_FILE.exec(line) ?? [];
      if (option === undefined || other === undefined) into.push(checkedLine(line, file));
      else {
        const path = relative(root, resolve(root, dirname(file), other));
        const isConstraint = option === '-c' || option === '--constraint';
        const isRead =
          depth < DEEPEST && (await read(path, isConstraint ? constraints : into, depth + 1));
        if (!isRead) throw unsupported(line, file);
      }
    }
    return true;
  };
  await read('requirements.txt', lines, 0);
  return { lines, constraints };
}

/** One requirement without hashes, from anywhere. Throws `dependencies-unavailable` where it is none. */
export function checkedRequirement(text: string, where: string): string {
  const line = text.trim();
  if (!REQUIREMENT.test(line)) throw unsupported(line, where);
  return line;
}

function checkedLine(line: string, file: string): string {
  if (HARMLESS.test(line)) return line;
  checkedRequirement(line.replaceAll(HASH, ''), file);
  return line;
}

/** As pip does: comments off, lines that end in a backslash joined. */
function logicalLines(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** Undefined where there is none. A link that leads out of the skill is none. */
async function readInside(root: string, file: string): Promise<string | undefined> {
  const path = await realpath(join(root, file)).catch(() => undefined);
  if (path === undefined || !path.startsWith(`${root}${sep}`)) return undefined;
  return readFile(path, 'utf8');
}

function unsupported(line: string, where: string) {
  const text = dependencyTexts.requirementUnsupported(line, where);
  return dependencyFailure({ code: 'deps_unsupported', text, package: line });
}
