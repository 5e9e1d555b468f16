// Keeps a skill's modules what they were before bundling: inside its directory, each knowing its own place.

import { existsSync, realpathSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  BuildOptions,
  Loader,
  OnLoadArgs,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  Plugin,
  PluginBuild,
} from 'esbuild';
import type { Language } from '#base/text.ts';
import { nodeTexts } from '#contract/texts/node-texts.ts';

/** Each module's own; the compiler renames those of different modules apart. */
const PLACE_NAMES = { url: '__qiaoUrl', file: '__qiaoFile', folder: '__qiaoFolder' } as const;
const ASKS_FOR_PLACE = /\bimport\.meta\b|\b__dirname\b|\b__filename\b/;

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.jsx': 'jsx',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
};

export interface SkillModules {
  /** The skill's directory. */
  readonly folder: string;
  /** Absolute path of the packages installed for it. */
  readonly nodeModules: string | undefined;
  readonly language: Language;
}

/**
 * The compiler runs with the server's rights, so a module outside of both is refused: bundled, it would tell the
 * skill what it may not read. A tsconfig.json counts only where the skill has its own.
 */
export function skillModuleOptions({ folder, nodeModules, language }: SkillModules): BuildOptions {
  const roots = [folder, ...(nodeModules === undefined ? [] : [nodeModules])].map((path) =>
    realpathSync(path),
  );
  const ownConfiguration = join(folder, 'tsconfig.json');
  return {
    plugins: [skillModules(roots, language)],
    ...(nodeModules !== undefined && { nodePaths: [nodeModules] }),
    define: {
      'import.meta.url': PLACE_NAMES.url,
      'import.meta.filename': PLACE_NAMES.file,
      'import.meta.dirname': PLACE_NAMES.folder,
      __filename: PLACE_NAMES.file,
      __dirname: PLACE_NAMES.folder,
    },
    ...(existsSync(ownConfiguration) ? { tsconfig: ownConfiguration } : { tsconfigRaw: '{}' }),
  };
}

function skillModules(roots: readonly string[], language: Language): Plugin {
  return {
    name: 'skill-modules',
    setup: (build) => {
      build.onResolve({ filter: /^(\.\.?)?\// }, (wanted) => resolveOwn(build, wanted, roots));
      build.onLoad({ filter: /.*/, namespace: 'file' }, async (module) => {
        const path = await realpath(module.path);
        if (roots.some((root) => path.startsWith(`${root}${sep}`))) return await loadModule(module);
        return { errors: [{ text: nodeTexts.outsideSkill(module.path)[language] }] };
      });
    },
  };
}

/** Tells the compiler's own search from ours, which asks it. */
const ASKED = Symbol('asked');

/**
 * What stands above the skill's directory must not decide how its files are read: whether a `.js` without a
 * package.json of the skill's own is a module or CommonJS, its content tells.
 */
async function resolveOwn(
  build: PluginBuild,
  { path: wanted, pluginData, ...place }: OnResolveArgs,
  roots: readonly string[],
): Promise<OnResolveResult | undefined> {
  if (pluginData === ASKED) return undefined;
  const { importer, namespace, resolveDir, kind } = place;
  const asked = { importer, namespace, resolveDir, kind, with: place.with, pluginData: ASKED };
  const found = await build.resolve(wanted, asked);
  const { path, errors, external } = found;
  if (errors.length > 0 || external) return found;
  if (roots.some((root) => hasOwnPackage(path, root))) return found;
  return { path, namespace: found.namespace };
}

function hasOwnPackage(path: string, root: string): boolean {
  for (let place = dirname(path); place.startsWith(root); place = dirname(place)) {
    if (existsSync(join(place, 'package.json'))) return true;
  }
  return false;
}

async function loadModule({ path }: OnLoadArgs): Promise<OnLoadResult | undefined> {
  const loader = LOADERS[extname(path)];
  if (loader === undefined) return undefined;
  const contents = await readFile(path, 'utf8');
  // Left to the compiler, which knows the package's `type`.
  if (!ASKS_FOR_PLACE.test(contents)) return undefined;
  return { contents: withPlace(contents, path), loader, resolveDir: dirname(path) };
}

/** On the first line, so that every later line keeps its number. */
function withPlace(contents: string, path: string): string {
  const { url, file, folder } = PLACE_NAMES;
  const values = [
    `${url}=${JSON.stringify(pathToFileURL(path).href)}`,
    `${file}=${JSON.stringify(path)}`,
    `${folder}=${JSON.stringify(dirname(path))}`,
  ];
  const hashbang = /^#![^\n]*\n?/.exec(contents)?.[0] ?? '';
  return `${hashbang}const ${values.join(',')};${contents.slice(hashbang.length)}`;
}
