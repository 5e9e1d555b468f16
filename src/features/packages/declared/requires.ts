// What a package is gated by: programs, operating systems, a container, its key. Odd shapes keep a gate closed.

import { isJsonObject } from '#base/json.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import type { PackageRequires } from '../skill-package.ts';
import { findField, placeOf, type Declaration, type DeclaredField } from './declaration.ts';
import { flagFrom, scalarText } from './field-values.ts';
import type { ForeignMetadata } from './foreign-metadata.ts';
import { readInstallers } from './installers.ts';
import { readNamedItems } from './named-items.ts';
import { readNetwork, strictest } from './network.ts';
import { readOperatingSystems } from './operating-systems.ts';

const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** A comma within brackets, or before another version of the same package, is part of one. */
const BETWEEN_REQUIREMENTS = /\n|,(?![^[\]\n]*\])(?=\s*(?:[@A-Za-z]|$))/;

/** One place that declares requirements. */
export interface RequiresSource {
  readonly field: DeclaredField;
  /** `requires`, `metadata.openclaw.requires`, … */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** All of them hold together: the union, so that no declaration opens another's gate. */
export function requiresSources(
  declaration: Declaration,
  metadata: ForeignMetadata | undefined,
  report: ReportFinding,
): readonly RequiresSource[] {
  const own = findField(declaration, 'requires');
  const foreign = metadata?.values['requires'];
  const sources: RequiresSource[] = [];
  if (own !== undefined) {
    sources.push({ field: own, path: 'requires', values: requiresMap(own.value, own, report) });
  }
  if (metadata !== undefined && foreign !== undefined && foreign !== null) {
    const values = requiresMap(foreign, metadata.field, report);
    sources.push({ field: metadata.field, path: `${metadata.path}.requires`, values });
  }
  return sources;
}

export function readRequires(
  sources: readonly RequiresSource[],
  metadata: ForeignMetadata | undefined,
  report: ReportFinding,
): PackageRequires {
  const values = metadata?.values ?? {};
  const bins = sources.map((source) => readBins(source, report));
  const osDeclared = [...sources.map((source) => source.values['os']), values['os']];
  const os = osDeclared
    .filter((declared) => declared !== undefined && declared !== null)
    .flatMap((declared) =>
      readOperatingSystems(declared, placeIn(sources, metadata, 'os'), report),
    );
  return {
    bins: unique(bins.flatMap((read) => read.bins)),
    anyBins: unique(bins.flatMap((read) => read.anyBins)),
    os: unique(os),
    container: needsContainer(sources, values),
    primaryEnv: readPrimaryEnv(sources, metadata, report),
    hostSettings: hostSettingsOf(sources),
    installers: readInstallers(metadata, report),
    pip: unique(sources.flatMap(({ values: own }) => namesOf(own['pip']))),
    npm: unique(sources.flatMap(({ values: own }) => namesOf(own['npm']))),
    network: strictest(sources.map((source) => readNetwork(source, report))),
  };
}

/** Of a foreign package only: an author of ours who writes `config` means something else. */
function hostSettingsOf(sources: readonly RequiresSource[]): readonly string[] {
  return sources
    .filter(({ path }) => path !== 'requires')
    .flatMap(({ values }) => readNamedItems(values['config']).items)
    .filter(({ isOptional }) => !isOptional)
    .flatMap(({ names }) => names);
}

/** A list says names without saying of what: those in capitals are variables, the rest programs. */
function requiresMap(
  value: unknown,
  field: DeclaredField,
  report: ReportFinding,
): Readonly<Record<string, unknown>> {
  if (isJsonObject(value)) return value;
  const place = placeOf(field, field.key === 'requires' ? undefined : 'requires');
  report(findingAt(place, ['requires-not-map', 'medium'], packageFieldTexts.requiresNotMap()));
  const maps = Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : [];
  const rest = Array.isArray(value) ? value.filter((item) => !isJsonObject(item)) : value;
  const names = readNamedItems(rest).items.flatMap((item) => item.names);
  const listed = {
    bins: names.filter((name) => !VARIABLE_NAME.test(name)),
    env: names.filter((name) => VARIABLE_NAME.test(name)),
  };
  return Object.assign(listed, ...maps);
}

function readBins(
  { field, values }: RequiresSource,
  report: ReportFinding,
): { readonly bins: readonly string[]; readonly anyBins: readonly string[] } {
  const declared = readNamedItems(values['bins']);
  const any = readNamedItems(values['anyBins'] ?? values['any_bins']);
  const isOdd = [...declared.items, ...any.items].some((item) => item.isOdd);
  if (isOdd || declared.unreadable + any.unreadable > 0) {
    const text = packageFieldTexts.namesOdd('bins');
    report(findingAt(placeOf(field, 'bins'), ['requires-odd', 'medium'], text));
  }
  const needed = declared.items.filter((item) => !item.isOptional);
  const anyBins = any.items.flatMap((item) => item.names);
  const alternative = needed.find((item) => item.names.length > 1);
  // Only one set of alternatives can be told; a second one is asked for whole, which keeps the gate closed.
  const isTold = (item: unknown): boolean => item === alternative && anyBins.length === 0;
  return {
    bins: needed.filter((item) => !isTold(item)).flatMap((item) => item.names),
    anyBins: anyBins.length > 0 ? anyBins : (alternative?.names ?? []),
  };
}

function needsContainer(
  sources: readonly RequiresSource[],
  values: Readonly<Record<string, unknown>>,
): boolean {
  const flags = [
    values['requiresContainer'],
    values['requires_container'],
    ...sources.flatMap(({ values: own }) => [own['container'], own['requiresContainer']]),
  ];
  const sandboxes = [values['sandbox'], ...sources.map(({ values: own }) => own['sandbox'])];
  return (
    flags.some((flag) => flagFrom(flag) === true) ||
    sandboxes.some((sandbox) => /^(?:container|docker)$/i.test(scalarText(sandbox)?.trim() ?? ''))
  );
}

/** DOC-12: without one, the first of `requires.env`. */
function readPrimaryEnv(
  sources: readonly RequiresSource[],
  metadata: ForeignMetadata | undefined,
  report: ReportFinding,
): string | undefined {
  const declared = metadata?.values['primaryEnv'] ?? metadata?.values['primary_env'];
  const own = sources.map(({ values }) => values['primaryEnv'] ?? values['primary_env']);
  for (const value of [declared, ...own]) {
    const [item] = readNamedItems(value).items;
    if (item === undefined) continue;
    if (metadata !== undefined && typeof value !== 'string') {
      const text = packageFieldTexts.namesOdd('primaryEnv');
      report(findingAt(placeOf(metadata.field, 'primaryEnv'), ['requires-odd', 'medium'], text));
    }
    return item.names[0];
  }
  return sources.flatMap(({ values }) => readNamedItems(values['env']).items)[0]?.names[0];
}

/** Requirement texts (`requests[socks]>=2,<3`, `@scope/name@1`) are kept whole. */
function namesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesOf(item));
  if (isJsonObject(value)) return readNamedItems(value).items.map((item) => item.names[0]);
  const text = scalarText(value) ?? '';
  return text
    .split(BETWEEN_REQUIREMENTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function placeIn(
  sources: readonly RequiresSource[],
  metadata: ForeignMetadata | undefined,
  key: string,
): ReturnType<typeof placeOf> {
  const field = sources.find(({ values }) => values[key] !== undefined)?.field ?? metadata?.field;
  return field === undefined ? { file: 'SKILL.md', line: null } : placeOf(field, key);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
