// The configuration that a skill needs (CFG-02): what it declares, else what its text mentions.

import type { ConfigItem } from '#contract/inspect-report.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { placeOf, type Declaration, type DeclaredField } from './declaration.ts';
import { flagFrom } from './field-values.ts';
import type { ForeignMetadata } from './foreign-metadata.ts';
import { readNamedItems, type NamedItem } from './named-items.ts';
import type { RequiresSource } from './requires.ts';
import { looksSecret, sniffConfig } from './sniff-config.ts';

export interface ConfigSources {
  readonly declaration: Declaration;
  readonly requires: readonly RequiresSource[];
  readonly metadata: ForeignMetadata | undefined;
  readonly body: string;
}

interface ConfigDeclaration {
  readonly field: DeclaredField;
  readonly source: string;
  readonly value: unknown;
  /** `variables`: OpenClaw's `envVars`, whose items seldom say whether they are secret. */
  readonly kind: 'own' | 'variables';
}

const OWN_KEYS = [
  'environment_variables',
  'env',
  'requires_env',
  'required_env',
  'secrets',
  'inputs',
] as const;

/** By name, the first declaration of each holds. */
export function readConfig(sources: ConfigSources, report: ReportFinding): readonly ConfigItem[] {
  const own = ownDeclarations(sources);
  const isExplicitlyNothing = own.length > 0 && own.every(({ value }) => isEmpty(value));
  if (isExplicitlyNothing) return [];
  const declared = [...own, ...foreignDeclarations(sources)].filter(({ value }) => value !== null);
  const items = declared.flatMap((declaration) => itemsOf(declaration, report));
  if (own.length > 0 || items.length > 0) return firstOfEachName(items);
  return sniffConfig(sources.body);
}

/** Where skill.toml declares configuration, SKILL.md's is not read (PKG-03). */
function ownDeclarations({ declaration, requires }: ConfigSources): readonly ConfigDeclaration[] {
  const byKey = OWN_KEYS.map((key) => declaration.get(key))
    .filter((field) => field !== undefined && field.value !== undefined)
    .map((field) => ({ field, source: field?.key ?? '', value: field?.value }));
  const byRequires = requires
    .filter(({ path, values }) => path === 'requires' && values['env'] !== undefined)
    .map(({ field, values }) => ({ field, source: 'requires.env', value: values['env'] }));
  const found = [...byKey, ...byRequires].flatMap(({ field, source, value }) =>
    field === undefined ? [] : [{ field, source, value, kind: 'own' as const }],
  );
  const inToml = found.filter(({ field }) => field.origin.file === 'skill.toml');
  return inToml.length > 0 ? inToml : found;
}

function foreignDeclarations({ requires, metadata }: ConfigSources): readonly ConfigDeclaration[] {
  const byRequires = requires
    .filter(({ path, values }) => path !== 'requires' && values['env'] !== undefined)
    .map(({ field, path, values }) => ({
      field,
      source: `${path}.env`,
      value: values['env'],
      kind: 'own' as const,
    }));
  if (metadata === undefined) return byRequires;
  const { field, path, values } = metadata;
  return [
    ...byRequires,
    { field, source: `${path}.primaryEnv`, value: values['primaryEnv'] ?? null, kind: 'own' },
    { field, source: `${path}.envVars`, value: values['envVars'] ?? null, kind: 'variables' },
  ];
}

function itemsOf(declaration: ConfigDeclaration, report: ReportFinding): readonly ConfigItem[] {
  const { field, source, value } = declaration;
  const { items, unreadable } = readNamedItems(value);
  const innerKey = source.includes('.') ? source.split('.').at(-1) : undefined;
  if (unreadable > 0 || items.some((item) => item.isOdd)) {
    const text = packageFieldTexts.namesOdd(source);
    report(findingAt(placeOf(field, innerKey), ['config-odd', 'medium'], text));
  }
  if (source === 'secrets' && items.some((item) => leavesSecretOpen(item))) {
    const text = packageFieldTexts.secretNotMarked();
    report(findingAt(placeOf(field), ['secret-not-marked', 'medium'], text));
  }
  return items.flatMap((item) => configItems(item, declaration));
}

function leavesSecretOpen({ details }: NamedItem): boolean {
  return details !== undefined && details['secret'] === undefined;
}

/** Structured items default to required and not secret, plain names are required and secret. */
function configItems(item: NamedItem, { source, kind }: ConfigDeclaration): readonly ConfigItem[] {
  const { names, details, isOptional } = item;
  const isRequired = flagFrom(details?.['required']) ?? flagFrom(details?.['optional']) !== true;
  return names.map((name) => ({
    name,
    required: isRequired && !isOptional && names.length === 1,
    secret:
      details === undefined ||
      (flagFrom(details['secret']) ?? (kind === 'variables' && looksSecret(name))),
    source,
  }));
}

function firstOfEachName(items: readonly ConfigItem[]): readonly ConfigItem[] {
  const byName = new Map<string, ConfigItem>();
  for (const item of items) if (!byName.has(item.name)) byName.set(item.name, item);
  return [...byName.values()];
}

function isEmpty(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return /^\s*(?:\[\s*\]|\{\s*\}|none)?\s*$/i.test(value);
  return typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}
