import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCodeFixture, type CodeFixture } from './code-fixture.ts';

/** Starts without a stored memory take seconds. */
const SLOW = { timeout: 180_000 };
let fixture: CodeFixture;
/** Of the memory that the first run stored, and a copy of it. */
let file: string;
let copy: string;

beforeAll(async () => {
  fixture = await createCodeFixture();
  await fixture.run('1');
  await fixture.runner.close();
  const [name = ''] = await readdir(join(fixture.folder, 'cache'));
  file = join(fixture.folder, 'cache', name);
  copy = join(fixture.folder, 'copy');
  await copyFile(file, copy);
}, SLOW.timeout);
beforeEach(async () => {
  await mkdir(join(fixture.folder, 'cache'), { recursive: true });
  await copyFile(copy, file);
  fixture.problems.length = 0;
});
afterAll(() => fixture.close());

/** Runs once as a new server does, and answers from what the interpreter started. */
async function startOfNextServer(cacheFolder?: string): Promise<string | undefined> {
  const count = fixture.starts.length;
  const by = fixture.another(cacheFolder === undefined ? {} : { cacheFolder });
  expect(await fixture.run('import json\njson.loads("[6]")[0] * 7', { by })).toMatchObject({
    ok: true,
    result: 42,
  });
  await by.close();
  return fixture.starts[count]?.from;
}

test('DOC-07 nothing is made or started before the first run', async () => {
  const count = fixture.starts.length;
  const cacheFolder = join(fixture.folder, 'unused');
  await fixture.another({ cacheFolder }).close();
  expect(fixture.starts).toHaveLength(count);
  expect(await readdir(fixture.folder)).not.toContain('unused');
});

test('DOC-07 the first interpreter leaves its memory behind, and the next server starts from it', async () => {
  expect(fixture.starts[0]?.from).toBe('record');
  expect(await startOfNextServer()).toBe(file);
  expect(fixture.problems).toEqual([]);
});

test.each([
  ['damaged', async () => await damage(file)],
  ['cut', async () => await truncate(file, 20_000_000)],
  ['empty', async () => await truncate(file, 0)],
  ['gone', async () => await rm(file)],
])('DOC-07 a memory that is %s is made anew', SLOW, async (_, spoil) => {
  await spoil();
  expect(await startOfNextServer()).toBe('record');
  expect(await startOfNextServer()).toBe(file);
  expect(fixture.problems).toEqual([]);
});

test(
  'DOC-07 a memory that is whole and of no use is done without, and that is told',
  SLOW,
  async () => {
    const content = Buffer.alloc(1_000_000, 'useless');
    await writeFile(file, [createHash('sha256').update(content).digest(), content]);
    const by = fixture.another();
    expect(await fixture.run('40 + 2', { by })).toMatchObject({ ok: true, result: 42 });
    await expect.poll(() => fixture.problems.length).toBeGreaterThan(0);
    expect(fixture.problems[0]).toMatchObject({ code: 'sandbox-unavailable' });
    expect(await readdir(join(fixture.folder, 'cache'))).toEqual([]);
    expect(await fixture.run('1', { by })).toMatchObject({ ok: true });
    expect(fixture.starts.at(-1)?.from).toBe('cold');
    await by.close();
  },
);

test('DOC-07 two servers at once leave one whole memory', SLOW, async () => {
  const cacheFolder = join(fixture.folder, 'both');
  const starts = await Promise.all([
    startOfNextServer(cacheFolder),
    startOfNextServer(cacheFolder),
  ]);
  expect(starts).toEqual(['record', 'record']);
  const names = await readdir(cacheFolder);
  expect(names).toHaveLength(1);
  expect(await startOfNextServer(cacheFolder)).toBe(join(cacheFolder, names[0] ?? ''));
  expect(fixture.problems).toEqual([]);
});

test(
  'DOC-07 where nothing can be stored code runs all the same, and that is told',
  SLOW,
  async () => {
    const cacheFolder = join(fixture.folder, 'a-file');
    await writeFile(cacheFolder, 'x');
    expect(await startOfNextServer(cacheFolder)).toBe('record');
    expect(fixture.problems).not.toEqual([]);
    expect(await readFile(cacheFolder, 'utf8')).toBe('x');
  },
);

async function damage(path: string): Promise<void> {
  const content = await readFile(path);
  content.fill('damaged', 10_000_000, 10_000_700);
  await writeFile(path, content);
}
