// The catalogue over folders of skill packages: loaded once, and true to the disk whenever a skill is asked for.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { packageTexts } from '#contract/texts/package-texts.ts';
import type { Catalogue } from './catalogue.ts';
import { contentVersion, type ContentMemory } from './content-version.ts';
import { findRootPackages, type FoundFolder } from './discovery/find-packages.ts';
import { readFoundPackage } from './read-package.ts';
import type { ReadPackage, SkillPackage } from './skill-package.ts';

export interface CatalogueParts {
  /** Folders of packages, or packages themselves; of two packages with one name, the first root's holds. */
  readonly roots: readonly string[];
}

interface Entry {
  readonly read: ReadPackage;
  /** Undefined until the package is asked for: hashing thousands at the start would be for nothing. */
  readonly version: string | undefined;
  readonly memory: ContentMemory;
  /** Milliseconds since the epoch, before the first file was read. */
  readonly readAt: number;
}

interface View {
  readonly loaded: readonly SkillPackage[];
  readonly folders: ReadonlyMap<string, string>;
  readonly rejected: readonly Rejected[];
}

type Rejected = Extract<ReadPackage, { status: 'rejected' }>;

/** The files whose change a look at the whole catalogue notices; `get` notices every one. */
const TELLING_FILES = ['', 'SKILL.md', 'skill.md', 'skill.toml'];
/** The file system's clock may be this much behind ours. */
const CLOCK_SLACK_MS = 2000;

/** Loads every package below the roots. A root or package that can't be read is among `rejected()`, never an error. */
export async function createCatalogue({ roots }: CatalogueParts): Promise<Catalogue> {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let view = viewOf(entries);
  const refreshes = createFlights<void>();
  const reads = createFlights<Entry>();

  const replace = (changed: ReadonlyMap<string, Entry>): void => {
    entries = changed;
    view = viewOf(entries);
  };
  const refresh = (): Promise<void> =>
    refreshes('all', async () => replace(await loadAll(roots, entries)));
  const current = (folder: string): Promise<Entry> =>
    reads(folder, async () => {
      const before = entries.get(folder);
      const now = await currentEntry(folder, before);
      if (now !== before) replace(new Map(entries).set(folder, now));
      return now;
    });
  const lookUp = async (name: string): Promise<Awaited<ReturnType<Catalogue['get']>>> => {
    const folder = view.folders.get(name);
    if (folder === undefined) return undefined;
    const { read, version } = await current(folder);
    const isIt = read.status === 'loaded' && read.package.name === name;
    return isIt && version !== undefined ? { package: read.package, version } : undefined;
  };

  await refresh();
  return {
    all: () => view.loaded,
    rejected: () => view.rejected,
    refresh,
    async get(name) {
      const found = await lookUp(name);
      if (found !== undefined) return found;
      await refresh();
      return lookUp(name);
    },
  };
}

async function loadAll(
  roots: readonly string[],
  before: ReadonlyMap<string, Entry>,
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const found of foldersOf(roots)) {
    const { folder } = found;
    const known = before.get(folder);
    const isSame = known?.read.status === 'loaded' && !changedSince(folder, known.readAt);
    entries.set(folder, known !== undefined && isSame ? known : await readEntry(found));
  }
  return entries;
}

function* foldersOf(roots: readonly string[]): Generator<FoundFolder> {
  const given = new Set<string>();
  for (const root of roots) {
    for (const found of findRootPackages(root)) {
      if (!given.has(found.folder)) yield found;
      given.add(found.folder);
    }
  }
}

/** The entry with its version; read again where the files are others than those it was read from. */
async function currentEntry(folder: string, before: Entry | undefined): Promise<Entry> {
  let entry = before ?? (await readEntry({ folder, entries: undefined }));
  const { memory } = entry;
  let version = await contentVersion(folder, memory);
  // Where files change while they are read, version and package could be of two states: then once more.
  for (let attempt = 0; entry.version !== version && attempt < 5; attempt += 1) {
    const read = { ...(await readEntry({ folder, entries: undefined })), version, memory };
    version = await contentVersion(folder, memory);
    entry = { ...read, version: read.version === version ? version : undefined };
  }
  return entry;
}

async function readEntry(found: FoundFolder): Promise<Entry> {
  const readAt = Date.now();
  const { read } = await readFoundPackage(found);
  return { read, version: undefined, memory: new Map(), readAt };
}

function changedSince(folder: string, readAt: number): boolean {
  return TELLING_FILES.some((file) => {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    return Math.max(stats?.mtimeMs ?? 0, stats?.ctimeMs ?? 0) >= readAt - CLOCK_SLACK_MS;
  });
}

/** Of two packages with one name the first holds, in the order of the roots and then of the folders. */
function viewOf(entries: ReadonlyMap<string, Entry>): View {
  const folders = new Map<string, string>();
  const loaded: SkillPackage[] = [];
  const rejected: Rejected[] = [];
  for (const [folder, { read }] of entries) {
    if (read.status === 'rejected') {
      rejected.push(read);
      continue;
    }
    const { name } = read.package;
    const holder = folders.get(name);
    if (holder === undefined) {
      folders.set(name, folder);
      loaded.push(read.package);
    } else rejected.push(hiddenPackage(read.package, holder));
  }
  return { loaded: loaded.toSorted((a, b) => (a.name < b.name ? -1 : 1)), folders, rejected };
}

function hiddenPackage({ folder, name, findings }: SkillPackage, holder: string): Rejected {
  const taken = {
    rule: 'name-taken',
    severity: 'fatal',
    file: 'SKILL.md',
    line: null,
    ...packageTexts.nameTaken(name, holder),
  } as const;
  return { status: 'rejected', folder, name, findings: [taken, ...findings] };
}

type Flights<Result> = (what: string, work: () => Promise<Result>) => Promise<Result>;

/** One look at a time: who asks while one is under way waits for the same. */
function createFlights<Result>(): Flights<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (what, work) => {
    const running = underWay.get(what);
    if (running !== undefined) return running;
    const started = work().finally(() => underWay.delete(what));
    underWay.set(what, started);
    return started;
  };
}
