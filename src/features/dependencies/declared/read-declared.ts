// Everything that a package says about what it needs, for the languages that its run can use.

import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DependencyRequest } from '../dependencies.ts';
import { readNodeManifest, type NodeManifest } from './node-manifest.ts';
import { checkedRequirement, readRequirementsFile } from './requirements-file.ts';
import { readScriptBlock } from './script-block.ts';

export interface PythonNeeds {
  /** Sorted, each once. */
  readonly requirements: readonly string[];
  readonly constraints: readonly string[];
  readonly requiresPython: string | undefined;
}

export interface DeclaredNeeds {
  /** Undefined where nothing is asked of Python, or the package brings its own `.venv`. */
  readonly python: PythonNeeds | undefined;
  /** Undefined where nothing is asked of npm, or the package brings its own `node_modules`. */
  readonly node: NodeManifest | undefined;
}

type Asked = Pick<DependencyRequest, 'folder' | 'script' | 'languages' | 'declared'>;

/** Throws `dependencies-unavailable` for what can't be read or is not installed. */
export async function readDeclared(asked: Asked): Promise<DeclaredNeeds> {
  const [python, node] = await Promise.all([pythonNeeds(asked), nodeNeeds(asked)]);
  return { python, node };
}

async function pythonNeeds(asked: Asked): Promise<PythonNeeds | undefined> {
  const { folder, script, languages, declared } = asked;
  if (!languages.includes('python') || (await exists(join(folder, '.venv')))) return undefined;
  const file = await readRequirementsFile(folder);
  const block = script === undefined ? undefined : await blockOf(script, folder);
  const listed = [
    ...declared.pip.map((text) => checkedRequirement(text, 'requires.pip')),
    ...(block?.requirements ?? []).map((text) => checkedRequirement(text, '# /// script')),
  ];
  const requirements = [...new Set([...file.lines, ...listed])].toSorted();
  const requiresPython = block?.requiresPython;
  if (requirements.length === 0 && requiresPython === undefined) return undefined;
  return { requirements, constraints: file.constraints, requiresPython };
}

async function nodeNeeds(asked: Asked): Promise<NodeManifest | undefined> {
  const { folder, languages, declared } = asked;
  if (!languages.includes('node') || (await exists(join(folder, 'node_modules')))) return undefined;
  return readNodeManifest(folder, declared.npm);
}

/** Only text that can be Python's: the block is a comment, and a binary has none. */
async function blockOf(script: string, folder: string) {
  const source = await readFile(script, 'utf8').catch(() => '');
  return source.includes('# /// script')
    ? readScriptBlock(source, script.slice(folder.length + 1))
    : undefined;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
