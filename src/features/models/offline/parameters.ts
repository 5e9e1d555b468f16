// Reads a tool's parameters out of its JSON schema, and turns a text into a value of one.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

export interface Parameter {
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any';
  readonly isRequired: boolean;
  /** The values it may have, where the schema lists them. */
  readonly choices: readonly JsonValue[];
  /** What a string stands for, by its format or its name. */
  readonly kind: Kind;
  /** What its description speaks of: such a thing may fill it, and so may any text. */
  readonly hint: Kind;
  readonly items: 'string' | 'number' | 'any';
}

type Kind = 'text' | 'url' | 'email' | 'date';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

const KINDS = [
  ['url', /^ur[il]/, /(^|_)(url|uri|link|href)s?$|网址|链接/i],
  ['email', /email$/, /(^|_)e?mail(_address)?$|邮箱/i],
  ['date', /^date/, /(^|_)(date|day)$|日期/i],
] as const;

/** `YYYY-MM-DD` is a format, given in words. */
const DATE_FORMAT = /YYYY-?MM-?DD/i;
const HINTS = [
  ['url', /\bur[il]s?\b|https?:|网址|链接/i],
  ['email', /(?<!\bof (?:the|an) )\be-?mails?\b(?! (?:subject|body|text|title))|邮箱|邮件地址/i],
  ['date', /\b(?:dates?|days?)\b|日期/i],
] as const;

export function parametersOf(schema: JsonObject): readonly Parameter[] {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, given]) => {
    const property = isJsonObject(given) ? given : {};
    return {
      name,
      type: typeOf(property),
      isRequired: names.includes(name),
      choices: choicesOf(property),
      kind: kindOf(name, property),
      hint: hintOf(property),
      items: itemsOf(property),
    };
  });
}

/** `undefined` where the text is no such value. */
export function valueOf(parameter: Parameter, text: string): JsonValue | undefined {
  const choice = parameter.choices.find(
    (value) => textOf(value).toLowerCase() === text.toLowerCase(),
  );
  if (parameter.choices.length > 0) return choice;
  switch (parameter.type) {
    case 'string':
      return text;
    case 'number':
    case 'integer':
      return numberOf(text, parameter.type === 'integer');
    case 'boolean':
      return booleanOf(text);
    case 'array':
      return listOf(text, parameter);
    default: {
      const parsed = parsedJson(text);
      return parsed ?? (parameter.type === 'any' ? text : undefined);
    }
  }
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function typeOf(property: JsonObject): Parameter['type'] {
  const given = [property['type'], property['anyOf'], property['oneOf']].flat();
  const names = new Set(given.map((entry) => (isJsonObject(entry) ? entry['type'] : entry)));
  return TYPES.find((type) => names.has(type)) ?? 'any';
}

function choicesOf({ enum: choices }: JsonObject): readonly JsonValue[] {
  return isList(choices) ? choices : [];
}

function kindOf(name: string, { format, description }: JsonObject): Kind {
  if (typeof format === 'string') {
    return KINDS.find(([, byFormat]) => byFormat.test(format))?.[0] ?? 'text';
  }
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll('-', '_');
  const byName = KINDS.find(([, , form]) => form.test(words))?.[0];
  if (byName !== undefined) return byName;
  return typeof description === 'string' && DATE_FORMAT.test(description) ? 'date' : 'text';
}

function hintOf({ description }: JsonObject): Kind {
  if (typeof description !== 'string') return 'text';
  return HINTS.find(([, form]) => form.test(description))?.[0] ?? 'text';
}

function itemsOf({ items }: JsonObject): Parameter['items'] {
  const type = isJsonObject(items) ? typeOf(items) : 'any';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'string' : 'any';
}

function numberOf(text: string, isWhole: boolean): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text.replaceAll(/,(?=\d{3})/g, ''));
  const isFit = isWhole ? Number.isInteger(value) : Number.isFinite(value);
  return isFit ? value : undefined;
}

function booleanOf(text: string): boolean | undefined {
  if (/^(true|yes|on|1|是|真|开)$/i.test(text)) return true;
  return /^(false|no|off|0|否|假|关)$/i.test(text) ? false : undefined;
}

function listOf(text: string, { items }: Parameter): JsonValue | undefined {
  const parsed = parsedJson(text);
  if (isList(parsed)) return parsed;
  const entries = text.split(/[,，、]/).map((entry) => entry.trim());
  if (items !== 'number') return entries;
  const numbers = entries.map((entry) => numberOf(entry, false));
  return numbers.some((number) => number === undefined)
    ? undefined
    : numbers.flatMap((number) => number ?? []);
}

function parsedJson(text: string): JsonValue | undefined {
  try {
    const parsed: JsonValue = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
