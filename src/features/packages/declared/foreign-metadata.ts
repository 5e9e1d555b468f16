// Reads `metadata` with the namespaces of OpenClaw and its ancestors, in every shape it is found in.

import { isJsonObject, type JsonObject } from '#base/json.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { readFlow } from '../front-matter/flow-value.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { findField, placeOf, type Declaration, type DeclaredField } from './declaration.ts';

export interface ForeignMetadata {
  readonly field: DeclaredField;
  /** Where the values stand: `metadata.openclaw`, or `metadata` where no namespace is given. */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The first one that is there holds. */
const NAMESPACES = ['openclaw', 'clawdbot', 'clawdis', 'moltbot'] as const;

/** What can be read out of metadata that is neither YAML nor JSON: a gate must not open because of a typo. */
const SALVAGED_KEY =
  /["']?\b(bins|anyBins|env|os|primaryEnv|requiresContainer|sandbox)\b["']?\s*:\s*(\[[^[\]]*\]|"[^"]*"|'[^']*'|[\w.-]+)/g;

const GATE_KEY = /["']?\b(?:requires|bins|anyBins|os)\b["']?\s*:/;

export function readForeignMetadata(
  declaration: Declaration,
  report: ReportFinding,
): ForeignMetadata | undefined {
  const field = findField(declaration, 'metadata');
  if (field === undefined) return undefined;
  const root = mapOf(field.value) ?? salvage(field, report);
  const namespace = NAMESPACES.find((name) => mapOf(root[name]) !== undefined);
  if (namespace === undefined) {
    const odd = NAMESPACES.find((name) => root[name] !== undefined && root[name] !== null);
    if (odd !== undefined) {
      const text = packageFieldTexts.notMap(`metadata.${odd}`);
      report(findingAt(placeOf(field, odd), ['metadata-unreadable', 'high'], text));
      const values = salvageText(JSON.stringify(root[odd]) ?? '');
      return { field, path: `metadata.${odd}`, values };
    }
    return { field, path: 'metadata', values: root };
  }
  return { field, path: `metadata.${namespace}`, values: mapOf(root[namespace]) ?? {} };
}

/** A map, or a text that holds one; a list of maps is one map. */
function mapOf(value: unknown): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  if (typeof value === 'string' && /^\s*\{/.test(value)) {
    const read = readFlow(value);
    return isJsonObject(read) ? read : undefined;
  }
  if (!Array.isArray(value) || !value.every((item) => isJsonObject(item))) return undefined;
  const merged: JsonObject = Object.assign({}, ...value);
  return merged;
}

function salvage(field: DeclaredField, report: ReportFinding): JsonObject {
  const text = packageFieldTexts.metadataUnreadable();
  report(findingAt(placeOf(field), ['metadata-unreadable', 'high'], text));
  const written = typeof field.value === 'string' ? field.value : JSON.stringify(field.value);
  return salvageText(written ?? '');
}

function salvageText(written: string): JsonObject {
  const values: Record<string, unknown> = {};
  for (const [, key = '', value = ''] of written.matchAll(SALVAGED_KEY)) {
    values[key] = readFlow(value) ?? value;
  }
  const isLost = Object.keys(values).length === 0 && GATE_KEY.test(written);
  if (isLost) return { os: ['unreadable'] };
  const { bins, anyBins, env, ...others } = values;
  const salvaged: unknown = { ...others, requires: { bins, anyBins, env } };
  return isJsonObject(salvaged) ? salvaged : {};
}
