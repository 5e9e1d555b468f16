// Builds the console where its sources changed since the last time. Plain JavaScript, as it stands before the program.

import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['console', 'src/base', 'src/contract', 'src/client'];
const BUILT = join(ROOT, 'dist', 'console');

/** As `buildConsole`, but a server without its page is better than none: what went wrong is told. */
export async function tryBuildConsole() {
  try {
    await buildConsole();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const [en, zh] = existsSync(join(BUILT, 'index.html'))
      ? ['with the one built before', '沿用之前构建的网页']
      : ['without it', '不带网页'];
    process.stderr.write(
      `The console could not be built; the server starts ${en}.\n网页构建失败，服务器将${zh}启动。\n${said}\n`,
    );
  }
}

/** Costs a look at the sources where nothing changed. Throws what the builder says. */
export async function buildConsole() {
  const wanted = fingerprint();
  if (readOr(join(BUILT, '.fingerprint')) === wanted) return;
  process.stderr.write('Building the console / 正在构建网页 …\n');
  const part = `${BUILT}.${process.pid}`;
  try {
    await inProduction(async () => {
      const { build } = await import('vite');
      await build({
        configFile: join(ROOT, 'console', 'vite.config.ts'),
        logLevel: 'error',
        build: { outDir: part },
      });
    });
    writeFileSync(join(part, '.fingerprint'), wanted);
    putInPlace(part, wanted);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Whoever builds it: what a test run builds, which has an environment of its own, is served by the next start too. */
async function inProduction(act) {
  // oxlint-disable-next-line node/no-process-env -- Vite asks nothing else for what it is to build
  const { env } = process;
  const { NODE_ENV: before } = env;
  env.NODE_ENV = 'production';
  try {
    await act();
  } finally {
    if (before === undefined) delete env.NODE_ENV;
    else env.NODE_ENV = before;
  }
}

/** Of two starts at once, the other may have put the same there a moment before. */
function putInPlace(part, wanted) {
  try {
    rmSync(BUILT, { recursive: true, force: true });
    renameSync(part, BUILT);
  } catch (error) {
    if (readOr(join(BUILT, '.fingerprint')) !== wanted) throw error;
  }
}

/** Of every source's place, size and time, and of what is installed. */
function fingerprint() {
  const hash = createHash('sha256').update(readOr(join(ROOT, 'package-lock.json')));
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true }).toSorted(byName)) {
      const { size, mtimeMs, isFile } = facts(join(ROOT, folder, name));
      if (isFile && !/\.test\.tsx?$/.test(name))
        hash.update(`${folder}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function facts(path) {
  const found = statSync(path);
  return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() };
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function byName(one, other) {
  return one < other ? -1 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildConsole();
}
