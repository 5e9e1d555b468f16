// What package.json and `requires.npm` ask for, and the lock that says which versions.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import { dependencyFailure } from '../dependency-failure.ts';

const LOCKS = ['npm-shrinkwrap.json', 'package-lock.json'] as const;
/** `name`, `@scope/name`, each with or without `@range`. */
const SPECIFIER = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@(.+))?$/i;
/** A range, a tag, or another package by `npm:`: nothing that is fetched from an address or a path. */
const RANGE = /^(?:npm:@?[\w.~-]+(?:\/[\w.~-]+)?@)?[\w.^~<>=|*+ -]*$/;

const versions = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: versions,
  optionalDependencies: versions,
  overrides: z.record(z.string(), z.json()).optional(),
});
const lockFile = z.object({
  packages: z
    .record(z.string(), z.object({ resolved: z.string().optional(), link: z.boolean().optional() }))
    .default({}),
});

export interface NodeManifest {
  /** The package.json to install from, as text. */
  readonly manifest: string;
  /** Installed to the letter; undefined where there is none, or more is asked for than it knows. */
  readonly lock: string | undefined;
  /** `name@range`, sorted, for people. */
  readonly names: readonly string[];
}

/** Undefined where nothing is asked for. Throws `dependencies-unavailable` for what can't be read or is not installed. */
export async function readNodeManifest(
  folder: string | undefined,
  declared: readonly string[],
): Promise<NodeManifest | undefined> {
  const own = folder === undefined ? undefined : await textOf(join(folder, 'package.json'));
  const read = own === undefined ? manifest.parse({}) : parseAs(manifest, own, 'package.json');
  const asked = Object.fromEntries(declared.map((each) => namedRange(each)));
  const dependencies = { ...read.dependencies, ...asked };
  const all = { ...read.optionalDependencies, ...dependencies };
  for (const [name, range] of Object.entries(all)) checkRange(name, range);
  const names = Object.entries(all).map(([name, range]) => `${name}@${range}`);
  if (names.length === 0) return undefined;
  const lock =
    folder === undefined || declared.length > 0 || own === undefined
      ? undefined
      : await readLock(folder);
  const written = {
    name: 'skill-dependencies',
    version: '1.0.0',
    private: true,
    dependencies,
    optionalDependencies: read.optionalDependencies,
    ...(read.overrides !== undefined && { overrides: read.overrides }),
  };
  // npm compares the lock with the very package.json it was made of.
  const text = lock === undefined || own === undefined ? JSON.stringify(written) : own;
  return { manifest: text, lock, names: names.toSorted() };
}

function namedRange(specifier: string): readonly [string, string] {
  const [, name, range = '*'] = SPECIFIER.exec(specifier.trim()) ?? [];
  if (name === undefined) throw unsupported(specifier, 'requires.npm');
  return [name, range];
}

function checkRange(name: string, range: string): void {
  if (!RANGE.test(range.trim())) throw unsupported(`${name}@${range}`, 'package.json');
}

async function readLock(folder: string): Promise<string | undefined> {
  for (const file of LOCKS) {
    const text = await textOf(join(folder, file));
    if (text === undefined) continue;
    const { packages } = parseAs(lockFile, text, file);
    for (const [path, { resolved = '', link = false }] of Object.entries(packages)) {
      const isFetched = resolved === '' || /^https?:\/\//.test(resolved);
      if (link || !isFetched) throw unsupported(`${path} ${resolved}`.trim(), file);
    }
    return text;
  }
  return undefined;
}

function parseAs<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    const said = dependencyTexts.fileUnreadable(file);
    throw dependencyFailure({ code: 'deps_unsupported', text: said, cause: error });
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function unsupported(what: string, where: string) {
  const text = dependencyTexts.requirementUnsupported(what, where);
  return dependencyFailure({ code: 'deps_unsupported', text, package: what });
}
