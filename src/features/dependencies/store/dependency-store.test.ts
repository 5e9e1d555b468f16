import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noteSize } from './clean-store.ts';
import { createDependencyStore, type BuildPlaces } from './dependency-store.ts';

const DAY_MS = 24 * 3600 * 1000;
const root = () => mkdtemp(join(tmpdir(), 'qiao-store-'));
const never = new AbortController().signal;

async function fill({ fresh }: BuildPlaces, bytes = 10): Promise<void> {
  await writeFile(join(fresh, 'content'), 'x'.repeat(bytes));
  await noteSize(fresh);
}

async function usedDaysAgo(folder: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY_MS);
  await utimes(folder, then, then);
}

test('CLI-07 what nobody used for a month goes, what is used stays', async () => {
  const folder = await root();
  const store = createDependencyStore(folder, 10 ** 9);
  const make = (key: string) =>
    store.folder(key, { signal: never, build: (places) => fill(places) });
  await usedDaysAgo(await make('old'), 31);
  await usedDaysAgo(await make('used'), 31);
  expect(await store.find('used')).toBe(join(folder, 'used'));
  await make('new');
  expect(readdirSync(folder).toSorted()).toEqual(['new', 'used']);
});

test('CLI-07 above its size the longest unused goes first, but nothing of the last day', async () => {
  const folder = await root();
  const store = createDependencyStore(folder, 2500);
  const make = (key: string) =>
    store.folder(key, { signal: never, build: (places) => fill(places, 1000) });
  await usedDaysAgo(await make('a'), 3);
  await usedDaysAgo(await make('b'), 2);
  await usedDaysAgo(await make('c'), 4);
  await make('d');
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'b', 'd']);
  for (const key of ['e', 'f', 'g']) await make(key);
  expect(readdirSync(folder).toSorted()).toEqual(['d', 'e', 'f', 'g']);
});

test('CLI-07 what fails leaves nothing, and is tried again', async () => {
  const folder = await root();
  const store = createDependencyStore(folder, 10 ** 9);
  let tries = 0;
  const build = async (places: BuildPlaces) => {
    await fill(places);
    tries += 1;
    if (tries === 1) throw new TypeError('no');
  };
  await expect(store.folder('a', { signal: never, build })).rejects.toThrow('no');
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(join(await store.folder('a', { signal: never, build }), 'content'))).toBe(true);
});
