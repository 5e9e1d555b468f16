// Turns the files of a package into what the platform knows about it.

import { basename } from 'node:path';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { readInputKeys } from './code/input-keys.ts';
import { findApiOrigin } from './declared/api-origin.ts';
import { readCommand } from './declared/command.ts';
import { readConfig } from './declared/config-items.ts';
import { findField, placeOf } from './declared/declaration.ts';
import { hasExecutableReferences } from './declared/executable-references.ts';
import { flagOf, scalarText, textOf } from './declared/field-values.ts';
import { readForeignMetadata, type ForeignMetadata } from './declared/foreign-metadata.ts';
import { readMarketRow } from './declared/market-row.ts';
import { decideKind, type KindEvidence } from './declared/package-kind.ts';
import { readPackageName } from './declared/package-name.ts';
import { readParameterSchema } from './declared/parameter-schema.ts';
import { readRequires, requiresSources } from './declared/requires.ts';
import { readTriggerType } from './declared/trigger-type.ts';
import { readWallSeconds } from './declared/wall-seconds.ts';
import type { HandlerFile } from './handler-file.ts';
import type { Manifest } from './read-manifest.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';
import { reportKind } from './report-kind.ts';
import { reportLongDocument } from './report-long-document.ts';
import { reportUncallable } from './report-uncallable.ts';
import { findScript } from './script-file.ts';
import type { SkillPackage } from './skill-package.ts';

export interface PackageParts {
  readonly folder: string;
  readonly files: readonly string[];
  readonly manifest: Manifest;
  readonly handler: HandlerFile | undefined;
  /** The text of schema.json. */
  readonly schemaFile: string | undefined;
  readonly main: MainDocument;
}

export type MainDocument = Pick<SkillPackage, 'document' | 'body'>;

/** ASY-01. */
const ALWAYS_ASYNC = new Set(['kling', 'seedance', 'media_gen']);

export function describePackage(
  parts: PackageParts,
  report: ReportFinding,
): Omit<SkillPackage, 'findings'> {
  const { folder, files, manifest, handler } = parts;
  const { document, body } = parts.main;
  const { declaration } = manifest;
  const name = readPackageName(declaration, basename(folder), report);
  const description = readDescription(manifest, report);
  const metadata = readForeignMetadata(declaration, report);
  const sources = requiresSources(declaration, metadata, report);
  const requires = readRequires(sources, metadata, report);
  const schema = readParameterSchema({ ...parts, declaration }, report);
  const config = readConfig({ declaration, requires: sources, metadata, body }, report);
  const market = readMarketRow(declaration, { name, description }, report);
  const command = readCommand(declaration, report);
  const hasReferences = hasExecutableReferences(body, [...requires.bins, ...requires.anyBins]);
  const evidence: KindEvidence = {
    hasHandler: handler !== undefined,
    hasRequiredSecret: config.some((item) => item.required && item.secret),
    declared: market.skill_type ?? undefined,
    api: findApiOrigin(files, metadata),
    hasCommand: command !== undefined,
    hasSchema: schema !== undefined,
    hasScript: findScript(files, name) !== undefined,
    hasExecutableReferences: hasReferences,
  };
  const kind = decideKind(evidence);
  reportKind({ kind, evidence, declaration }, report);
  reportUncallable({ kind, evidence, name, files, body }, report);
  reportLongDocument({ kind, body, file: manifest.file }, report);
  return {
    folder,
    name,
    description,
    kind,
    isAsync: ALWAYS_ASYNC.has(name) || flagOf(findField(declaration, 'async'), report) === true,
    triggerType: readTriggerType(declaration, report),
    schema,
    config,
    market,
    wallSec: readWallSeconds(declaration, metadata, report),
    isIdempotent: flagOf(findField(declaration, 'idempotent'), report),
    handler: handler === undefined ? undefined : { file: handler.file, language: handler.language },
    apiFile: kind === 'api' && evidence.api?.by === 'file' ? evidence.api.file : undefined,
    command,
    inputKeysRead: handler === undefined ? [] : readInputKeys(handler.source, handler.language),
    requires,
    document,
    body,
    hasExecutableReferences: hasReferences,
    owesFile: owesFile(metadata),
  };
}

/** DOC-12. */
function owesFile(metadata: ForeignMetadata | undefined): boolean {
  const declared = metadata?.values['outputType'] ?? metadata?.values['output_type'];
  return scalarText(declared)?.trim().toLowerCase() === 'file';
}

function readDescription({ declaration, file }: Manifest, report: ReportFinding): string {
  const field = findField(declaration, 'description');
  const description = textOf(field, report);
  if (description !== undefined) return description;
  const place = field === undefined ? { file, line: null } : placeOf(field);
  report(findingAt(place, ['description-missing', 'high'], packageFieldTexts.descriptionMissing()));
  return '';
}
