// Builds the program into one file with a few lazy parts: it starts several times faster than its sources do.
// Plain JavaScript, as it stands before the program itself.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'src');
/** Inside node_modules: a new installation takes old builds away, since what they were built from changed too. */
const BUILDS = join(ROOT, 'node_modules', '.cache', 'qiao');
const OLD_MS = 24 * 3600 * 1000;

/**
 * The built program for the sources as they are now, built where there is none yet. Where nothing can be written the
 * sources themselves, which run as they are.
 */
export async function programFile() {
  const folder = join(BUILDS, fingerprint());
  const main = join(folder, 'main.js');
  if (statSync(main, { throwIfNoEntry: false }) !== undefined) return main;
  try {
    await buildInto(folder);
    return main;
  } catch (error) {
    if (error?.errors !== undefined) throw error;
    return join(SOURCES, 'main.ts');
  }
}

/** Of every source's place, size and time: reading them all would cost what the build saves. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const name of readdirSync(SOURCES, { recursive: true }).toSorted(byName)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const { size, mtimeMs } = statSync(join(SOURCES, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function buildInto(folder) {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const { build, stop } = await import('esbuild');
  try {
    await build({
      entryPoints: [join(SOURCES, 'main.ts')],
      outdir: part,
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      logLevel: 'silent',
      // What is loaded rarely, or is a program of its own, stays where it is installed.
      external: ['esbuild', '@ai-sdk/*', '@node-rs/*', 'pino', 'pg-native'],
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
      },
      plugins: [sourceUrls],
    });
    publish(part, folder);
  } finally {
    // Its helper process would stay for as long as the program runs.
    await stop();
    rmSync(part, { recursive: true, force: true });
  }
}

/** Another process may have built the same at the same time: one of the two is enough. */
function publish(part, folder) {
  try {
    renameSync(part, folder);
  } catch (error) {
    if (statSync(join(folder, 'main.js'), { throwIfNoEntry: false }) === undefined) throw error;
  }
  for (const name of readdirSync(BUILDS)) {
    const other = join(BUILDS, name);
    // A program that still runs from an older build may load a part of it later.
    if (other !== folder && Date.now() - statSync(other).mtimeMs > OLD_MS) {
      rmSync(other, { recursive: true, force: true });
    }
  }
}

/** In a bundle every module has the bundle's own address: those that look for files beside them keep theirs. */
const sourceUrls = {
  name: 'source-urls',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(SOURCES + sep)) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = readFileSync(path, 'utf8').replaceAll(/(?<!['"`])import\.meta\.url/g, url);
      return { contents, loader: 'ts' };
    });
  },
};

function byName(one, other) {
  return one < other ? -1 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${relative(process.cwd(), await programFile())}\n`);
}
