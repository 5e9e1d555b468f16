// What the platform makes of packages, one report after another (`qiao inspect`).

import { basename, dirname, join, resolve } from 'node:path';
import type { Language } from '#base/text.ts';
import type { InspectReport } from '#contract/inspect-report.ts';
import { packageTexts } from '#contract/texts/package-texts.ts';
import { emptyMarketRow } from './declared/market-row.ts';
import { findPackages, type FoundFolder } from './discovery/find-packages.ts';
import { readFoundPackage, readPackage } from './read-package.ts';
import { findingAt } from './report-finding.ts';
import type { PackageFinding, ReadPackage, SkillPackage } from './skill-package.ts';

export interface InspectPackagesOptions {
  /** Every package at and below each path, instead of the path itself. */
  readonly recursive: boolean;
  /** Of the findings' texts. */
  readonly language: Language;
  /** What the operations of an API skill are (API-03): reading them is not this feature's. */
  readonly describeApi?: (skill: SkillPackage) => DescribedApi;
}

export interface DescribedApi {
  /** Null where its description can't be used: a finding says why. */
  readonly api: InspectReport['api'];
  readonly findings: readonly PackageFinding[];
}

/**
 * One report for each path, or for each package below it, in the order of the paths. A path that is no package has a
 * report too, with a fatal finding. Never throws for what it finds.
 * @yields the reports, as soon as each is made
 */
export async function* inspectPackages(
  paths: readonly string[],
  options: InspectPackagesOptions,
): AsyncGenerator<InspectReport> {
  const { recursive, language } = options;
  const holders = new Map<string, string>();
  const reportOf = (read: ReadPackage): InspectReport => {
    const named = recursive ? withTakenName(read, holders) : read;
    return toInspectReport(named, describedApi(named, options), language);
  };
  for (const found of foldersOf(paths, recursive)) {
    const { read, files } = await readFoundPackage(found);
    yield reportOf(read);
    if (!recursive) continue;
    for (const folder of foldersWithin(found.folder, files)) {
      yield reportOf(await readPackage(folder));
    }
  }
}

/** Notes who holds a name in `holders`; whoever comes later with it is told. */
function withTakenName(read: ReadPackage, holders: Map<string, string>): ReadPackage {
  if (read.status === 'rejected') return read;
  const { name, folder, findings } = read.package;
  const holder = holders.get(name) ?? folder;
  holders.set(name, holder);
  if (holder === folder) return read;
  const text = packageTexts.nameTaken(name, holder);
  const taken = findingAt({ file: 'SKILL.md', line: null }, ['name-taken', 'low'], text);
  return { status: 'loaded', package: { ...read.package, findings: [...findings, taken] } };
}

function describedApi(read: ReadPackage, { describeApi }: InspectPackagesOptions): DescribedApi {
  const none = { api: null, findings: [] };
  if (read.status === 'rejected' || read.package.kind !== 'api') return none;
  return describeApi?.(read.package) ?? none;
}

/** The contract's report of one package, in one language. */
function toInspectReport(
  read: ReadPackage,
  { api, findings }: DescribedApi,
  language: Language,
): InspectReport {
  if (read.status === 'rejected') return rejectedReport(read, language);
  const skill = read.package;
  return {
    path: skill.folder,
    name: skill.name,
    description: skill.description,
    kind: skill.kind,
    async: skill.isAsync,
    trigger_type: skill.triggerType,
    schema: skill.schema === undefined ? null : { ...skill.schema },
    config: [...skill.config],
    market: skill.market,
    wall_sec: skill.wallSec ?? null,
    api,
    findings: inLanguage([...skill.findings, ...findings], language),
  };
}

/** The packages within a package, out of its files, so that no folder is listed twice. */
function foldersWithin(folder: string, files: readonly string[]): ReadonlySet<string> {
  const manifests = files.filter((file) => /\/(?:skill\.md|skill\.toml)$/i.test(file));
  return new Set(manifests.map((file) => join(folder, dirname(file))));
}

// Below a path where nothing is found, the path itself is inspected, so that it can be told why.
function* foldersOf(paths: readonly string[], recursive: boolean): Generator<FoundFolder> {
  for (const path of paths) {
    let isEmpty = true;
    if (recursive) {
      for (const found of findPackages(path)) {
        isEmpty = false;
        yield found;
      }
    }
    if (isEmpty) yield { folder: resolve(path), entries: undefined };
  }
}

function rejectedReport(
  { folder, name, findings }: Extract<ReadPackage, { status: 'rejected' }>,
  language: Language,
): InspectReport {
  return {
    path: folder,
    name: name === '' ? basename(folder) : name,
    description: '',
    kind: null,
    async: false,
    trigger_type: 'explicit',
    schema: null,
    config: [],
    market: emptyMarketRow(),
    wall_sec: null,
    api: null,
    findings: inLanguage(findings, language),
  };
}

function inLanguage(
  findings: readonly PackageFinding[],
  language: Language,
): InspectReport['findings'] {
  return findings.map(({ message, fix, ...place }) => ({
    ...place,
    message: message[language],
    fix: fix[language],
  }));
}
