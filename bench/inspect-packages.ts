// Inspecting thousands of packages, against only reading their files and parsing their front matter.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { inspectPackages } from '#features/packages/index.ts';
import { writePackages } from './package-corpus.ts';

const PACKAGES = 2400;
const ROUNDS = 7;
const BAR = 3;
const AT_ONCE = 16;
const FILES = ['SKILL.md', 'handler.py', 'handler.ts', 'schema.json'];

const folder = await mkdtemp(join(tmpdir(), 'bench-inspect-packages-'));
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const folders = await writePackages(folder, PACKAGES);
  const files = await existing(folders);
  await inspectAll();
  await readAndParse(files);
  const rounds: { readonly ours: number; readonly bare: number }[] = [];
  // Interleaved, so that whatever else the machine does falls on both alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await time(inspectAll), bare: await time(() => readAndParse(files)) });
  }
  return {
    bench: 'inspect-packages',
    ratio: median(rounds.map((round) => round.ours / round.bare)),
    bar: BAR,
    packages: PACKAGES,
    ours_ms: median(rounds.map((round) => round.ours)),
    bare_ms: median(rounds.map((round) => round.bare)),
  };
}

async function inspectAll(): Promise<void> {
  let count = 0;
  for await (const report of inspectPackages([folder], { recursive: true, language: 'en' })) {
    count += report.name === '' ? 0 : 1;
  }
  if (count !== PACKAGES) throw new TypeError(`${count} packages were inspected.`);
}

async function readAndParse(files: readonly string[]): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < files.length) {
      const file = files[next] ?? '';
      next += 1;
      const text = await readFile(file, 'utf8');
      if (file.endsWith('SKILL.md')) parseFrontMatter(text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => work()));
}

function parseFrontMatter(text: string): unknown {
  const block = /^---\r?\n([^]*?)\n---/.exec(text)?.[1];
  try {
    return block === undefined ? undefined : parse(block, { logLevel: 'silent' });
  } catch {
    // One in twenty is not valid YAML, as in public collections.
    return undefined;
  }
}

async function existing(folders: readonly string[]): Promise<readonly string[]> {
  const candidates = folders.flatMap((path) => FILES.map((file) => join(path, file)));
  const found = await Promise.all(
    candidates.map((file) =>
      readFile(file).then(
        () => [file],
        () => [],
      ),
    ),
  );
  return found.flat();
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
