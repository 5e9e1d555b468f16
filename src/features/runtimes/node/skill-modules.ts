// Keeps a skill's modules what they were before bundling: inside its directory, each knowing its own place.

import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Loader, OnLoadArgs, OnLoadResult, Plugin } from 'esbuild';
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

/**
 * The compiler runs with the server's rights, so a module outside `folder` is refused: bundled, it would tell the
 * skill what it may not read. A tsconfig.json counts only where the skill has its own.
 */
export function skillModuleOptions(folder: string, language: Language): BuildOptions {
  const ownConfiguration = join(folder, 'tsconfig.json');
  return {
    plugins: [skillModules(folder, language)],
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

function skillModules(folder: string, language: Language): Plugin {
  return {
    name: 'skill-modules',
    setup: (build) => {
      build.onLoad({ filter: /.*/, namespace: 'file' }, async (module) => {
        const root = await realpath(folder);
        const path = await realpath(module.path);
        if (path.startsWith(`${root}${sep}`)) return await loadModule(module);
        return { errors: [{ text: nodeTexts.outsideSkill(module.path)[language] }] };
      });
    },
  };
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
