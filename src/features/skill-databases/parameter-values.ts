// A skill's JSON values as the text that PostgreSQL reads, by the type that the statement expects.

import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonValue } from '#base/json.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';

const JSON_TYPES = new Set([114, 3802]);

/**
 * Where json or jsonb is expected a list or object is its JSON, and a string is JSON text already. Elsewhere a list is
 * an array, an object JSON text, and the rest what it looks like.
 */
export function parameterText(value: JsonValue, type: number): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return withoutNul(value);
  if (isJsonObject(value) || JSON_TYPES.has(type)) return JSON.stringify(value);
  return isList(value) ? arrayText(value) : String(value);
}

function arrayText(list: readonly JsonValue[]): string {
  return `{${list.map(elementText).join(',')}}`;
}

function elementText(value: JsonValue): string {
  if (value === null) return 'null';
  if (isList(value)) return arrayText(value);
  const text = isJsonObject(value) ? JSON.stringify(value) : withoutNul(String(value));
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw new AppError('input-invalid', skillDatabaseTexts.nulCharacter());
  return text;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
