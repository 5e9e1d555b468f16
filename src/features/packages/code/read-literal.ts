// Reads a constant out of source code without running it: literals only, and constants made of literals.

import { DEEPEST_JSON, isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { LiteralDialect } from './literal-dialect.ts';
import { advance, startReading, type LiteralReading } from './literal-tokens.ts';

export type LiteralResult =
  | { readonly status: 'read'; readonly value: JsonValue; readonly line: number }
  | { readonly status: 'absent' }
  /** Something in it is known only when the program runs; `line` is where. */
  | { readonly status: 'unreadable'; readonly line: number }
  /** Nested deeper than `DEEPEST_JSON`; `line` is where that is passed. */
  | { readonly status: 'too-deep'; readonly line: number };

/** The value of the module-level constant `name`. */
export function readConstant(source: string, name: string, dialect: LiteralDialect): LiteralResult {
  return readNamed(source, name, { dialect, within: [], limits: { isPassed: false } });
}

interface Context {
  readonly dialect: LiteralDialect;
  /** The constants being read: one that needs itself has no value. */
  readonly within: readonly string[];
  /** Of the whole reading, whichever constant it is in. */
  readonly limits: { isPassed: boolean };
}

function readNamed(source: string, name: string, context: Context): LiteralResult {
  if (!source.includes(name)) return { status: 'absent' };
  const start = context.dialect.findConstant(source, name);
  if (start === undefined) return { status: 'absent' };
  const inner = { ...context, within: [...context.within, name] };
  const reading = startReading(source, start, context.dialect);
  const line = lineAt(source, reading.token.start);
  const value = readSum(reading, inner, 0);
  if (value !== undefined && endsStatement(reading)) return { status: 'read', value, line };
  const status = context.limits.isPassed ? 'too-deep' : 'unreadable';
  return { status, line: lineAt(source, reading.token.start) };
}

/** A value, and what `+` or `|` adds to it. */
function readSum(reading: LiteralReading, context: Context, depth: number): JsonValue | undefined {
  let value = readValue(reading, context, depth);
  while (value !== undefined) {
    skipTypes(reading, context);
    const { text } = reading.token;
    if (text !== '+' && text !== '|') return value;
    advance(reading);
    const added = readValue(reading, context, depth);
    value = added === undefined ? undefined : add(value, added);
  }
  return undefined;
}

function readValue(
  reading: LiteralReading,
  context: Context,
  depth: number,
): JsonValue | undefined {
  const { kind, text } = reading.token;
  if (depth > DEEPEST_JSON) {
    context.limits.isPassed = true;
    return undefined;
  }
  if (kind === 'string') return readStrings(reading, context, depth);
  if (kind === 'number') {
    advance(reading);
    return context.dialect.decodeNumber(text);
  }
  if (kind === 'name') return readName(reading, context, depth);
  if (text === '[') return readList(reading, context, { close: ']', depth });
  if (text === '{') return readMap(reading, context, depth);
  if (text === '(') return readBracketed(reading, context, depth);
  if (text !== '-') return undefined;
  advance(reading);
  const value = readValue(reading, context, depth + 1);
  return typeof value === 'number' ? -value : undefined;
}

function readStrings(
  reading: LiteralReading,
  { dialect }: Context,
  depth: number,
): string | undefined {
  let whole = '';
  for (;;) {
    const part = dialect.decodeString(reading.token.text);
    if (part === undefined) return undefined;
    whole += part;
    advance(reading);
    const { kind, isOnNewLine } = reading.token;
    // Outside of brackets a new line is a new statement.
    const isMore = dialect.joinsStrings && kind === 'string' && !(isOnNewLine && depth === 0);
    if (!isMore) return whole;
  }
}

function readName(reading: LiteralReading, context: Context, depth: number): JsonValue | undefined {
  const { dialect } = context;
  const { text } = reading.token;
  advance(reading);
  if (Object.hasOwn(dialect.constants, text)) return dialect.constants[text];
  if (reading.token.text === '.' && text === 'Object') {
    advance(reading);
    return readName(reading, context, depth);
  }
  if (reading.token.text === '(') {
    return dialect.transparentCalls.has(text) ? readBracketed(reading, context, depth) : undefined;
  }
  if (reading.token.text === '.' || reading.token.text === '[') return undefined;
  return constantValue(reading, context, text);
}

function constantValue(
  reading: LiteralReading,
  context: Context,
  name: string,
): JsonValue | undefined {
  if (context.within.includes(name) || context.within.length > 8) return undefined;
  const result = readNamed(reading.source, name, context);
  return result.status === 'read' ? result.value : undefined;
}

/** `(value)` is the value, `(a, b)` a list. */
function readBracketed(
  reading: LiteralReading,
  context: Context,
  depth: number,
): JsonValue | undefined {
  const start = reading.token.start;
  const items = readList(reading, context, { close: ')', depth });
  if (items?.length !== 1) return items;
  const isTuple = /,\s*\)$/.test(reading.source.slice(start, reading.previousEnd));
  return isTuple && context.dialect.joinsStrings ? items : items[0];
}

function readList(
  reading: LiteralReading,
  context: Context,
  { close, depth }: { readonly close: string; readonly depth: number },
): readonly JsonValue[] | undefined {
  const items: JsonValue[] = [];
  advance(reading);
  while (reading.token.text !== close) {
    const isSpread = context.dialect.spreads.has(reading.token.text);
    if (isSpread) advance(reading);
    const value = readSum(reading, context, depth + 1);
    if (value === undefined || (isSpread && !Array.isArray(value))) return undefined;
    if (isSpread && Array.isArray(value)) items.push(...value);
    else items.push(value);
    if (!passesComma(reading, close)) return undefined;
  }
  advance(reading);
  return items;
}

function readMap(
  reading: LiteralReading,
  context: Context,
  depth: number,
): JsonObject | readonly JsonValue[] | undefined {
  const entries = new Map<string, JsonValue>();
  const members: JsonValue[] = [];
  advance(reading);
  while (reading.token.text !== '}') {
    if (context.dialect.spreads.has(reading.token.text)) {
      advance(reading);
      const poured = readSum(reading, context, depth + 1);
      if (!isJsonObject(poured)) return undefined;
      for (const [key, value] of Object.entries(poured)) entries.set(key, value);
    } else if (!readEntry(reading, context, { entries, members, depth })) return undefined;
    if (!passesComma(reading, '}')) return undefined;
  }
  advance(reading);
  if (members.length > 0) return entries.size === 0 ? members : undefined;
  return Object.fromEntries(entries);
}

interface MapUnderway {
  readonly entries: Map<string, JsonValue>;
  /** Of a Python set. */
  readonly members: JsonValue[];
  readonly depth: number;
}

function readEntry(
  reading: LiteralReading,
  context: Context,
  { entries, members, depth }: MapUnderway,
): boolean {
  const { kind, text } = reading.token;
  const isBare = context.dialect.hasBareKeys && kind === 'name';
  if (isBare) advance(reading);
  const key = isBare ? text : readKey(reading, context, depth);
  if (key === undefined) return false;
  if (reading.token.text !== ':') {
    const value = isBare ? constantValue(reading, context, text) : key;
    if (value === undefined) return false;
    if (isBare) entries.set(text, value);
    else members.push(value);
    return true;
  }
  advance(reading);
  const value = readSum(reading, context, depth + 1);
  if (value === undefined) return false;
  entries.set(String(key), value);
  return true;
}

function readKey(
  reading: LiteralReading,
  context: Context,
  depth: number,
): string | number | boolean | undefined {
  const key = readSum(reading, context, depth + 1);
  const plain = context.dialect.hasBareKeys && Array.isArray(key) ? key[0] : key;
  return typeof plain === 'object' ? undefined : plain;
}

function passesComma(reading: LiteralReading, close: string): boolean {
  if (reading.token.text === ',') {
    advance(reading);
    return true;
  }
  return reading.token.text === close;
}

function add(left: JsonValue, right: JsonValue): JsonValue | undefined {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  if (isJsonObject(left) && isJsonObject(right)) return { ...left, ...right };
  return undefined;
}

/** `as const`, `as Schema`, `satisfies Schema<…>`: types say nothing about the value. */
function skipTypes(reading: LiteralReading, { dialect }: Context): void {
  while (dialect.hasBareKeys && /^(?:as|satisfies)$/.test(reading.token.text)) {
    advance(reading);
    let open = 0;
    let skipped = '';
    do {
      skipped = reading.token.text;
      if (skipped === '<') open += 1;
      if (skipped === '>') open -= 1;
      advance(reading);
    } while (
      reading.token.kind !== 'end' &&
      (open > 0 || /^[.[]$/.test(skipped) || /^[<.[]$/.test(reading.token.text))
    );
  }
}

function endsStatement({ token }: LiteralReading): boolean {
  return token.kind === 'end' || token.text === ';' || token.isOnNewLine;
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
