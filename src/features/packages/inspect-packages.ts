// What the platform makes of packages, one report after another (`qiao inspect`).

import { basename } from 'node:path';
import type { Language } from '#base/text.ts';
import type { InspectReport } from '#contract/inspect-report.ts';
import { emptyMarketRow } from './declared/market-row.ts';
import { findPackages } from './discovery/find-packages.ts';
import { mapInOrder } from './discovery/map-in-order.ts';
import { readPackage } from './read-package.ts';
import type { PackageFinding, ReadPackage } from './skill-package.ts';

export interface InspectPackagesOptions {
  /** Every package at and below each path, instead of the path itself. */
  readonly recursive: boolean;
  /** Of the findings' texts. */
  readonly language: Language;
}

/** Packages that are read at the same time. */
const AT_ONCE = 16;

/**
 * One report for each path, or for each package below it, in the order of the paths. A path that is no package has a
 * report too, with a fatal finding. Never throws for what it finds.
 * @yields the reports, as soon as each is made
 */
export async function* inspectPackages(
  paths: readonly string[],
  options: InspectPackagesOptions,
): AsyncGenerator<InspectReport> {
  const folders = foldersOf(paths, options.recursive);
  for await (const read of mapInOrder(folders, AT_ONCE, readPackage)) {
    yield toInspectReport(read, options.language);
  }
}

/** The contract's report of one package, in one language. `api` is null here: reading endpoints is not this feature's. */
export function toInspectReport(read: ReadPackage, language: Language): InspectReport {
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
    api: null,
    findings: inLanguage(skill.findings, language),
  };
}

// Below a path where nothing is found, the path itself is inspected, so that it can be told why.
async function* foldersOf(paths: readonly string[], recursive: boolean): AsyncGenerator<string> {
  for (const path of paths) {
    let isEmpty = true;
    if (recursive) {
      for await (const folder of findPackages(path)) {
        isEmpty = false;
        yield folder;
      }
    }
    if (isEmpty) yield path;
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
