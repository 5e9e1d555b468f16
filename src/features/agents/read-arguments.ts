// Reads the arguments of a call as the model wrote them, mending what can be mended without loss.

import { messageOf } from '#base/app-error.ts';
import { cutTextStart } from '#base/cut-text.ts';
import { DEEPEST_JSON, isDeeperThan, isJsonObject, type JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { callTexts } from '#contract/texts/agent-texts.ts';

const QUOTE_CHARS = 40;

export type ReadArguments =
  | {
      readonly status: 'read';
      readonly input: JsonObject;
      /** As the model wrote them where that was an object's JSON (the provider's cache still fits), else mended. */
      readonly text: string;
    }
  /** A parameter-validation failure (GRD-05): says where and why. */
  | { readonly status: 'unreadable'; readonly problem: Text };

/**
 * Mended: nothing or `null` for no arguments, code fences, commas before a closing bracket, raw control
 * characters inside strings, an object that was written as a JSON string. Never guesses at what is missing;
 * `isCut` (the model's output limit) takes away the benefit of the doubt from an empty text.
 */
export function readArguments(text: string, isCut: boolean): ReadArguments {
  const bare = withoutFence(text.trim());
  if (bare === '') return isCut ? cutArguments(text) : mended({});
  const parsed = parse(bare);
  if (parsed.status === 'malformed')
    return isCut ? cutArguments(bare) : unreadable(describe(parsed.message, bare));
  if (isDeeperThan(parsed.value)) return unreadable(callTexts.argumentsTooDeep(DEEPEST_JSON));
  if (isJsonObject(parsed.value))
    return parsed.isExact && bare.length === text.trim().length
      ? { status: 'read', input: parsed.value, text }
      : mended(parsed.value);
  return readWrapped(parsed.value);
}

function readWrapped(value: unknown): ReadArguments {
  if (value === null) return mended({});
  if (typeof value === 'string') {
    const inner = parse(withoutFence(value.trim()));
    if (inner.status === 'parsed' && isDeeperThan(inner.value))
      return unreadable(callTexts.argumentsTooDeep(DEEPEST_JSON));
    if (inner.status === 'parsed' && isJsonObject(inner.value)) return mended(inner.value);
  }
  return unreadable(callTexts.notAnObject(Array.isArray(value) ? 'array' : typeof value));
}

function mended(input: JsonObject): ReadArguments {
  return { status: 'read', input, text: JSON.stringify(input) };
}

function unreadable(problem: Text): ReadArguments {
  return { status: 'unreadable', problem };
}

function cutArguments(text: string): ReadArguments {
  return unreadable(callTexts.argumentsCut(cutTextStart(text, QUOTE_CHARS)));
}

type Parsed =
  | { readonly status: 'parsed'; readonly value: unknown; readonly isExact: boolean }
  | { readonly status: 'malformed'; readonly message: string };

/** The message is that of the text as it came: a mended one would point elsewhere. */
function parse(text: string): Parsed {
  const exact = parseStrictly(text);
  if (exact.status === 'parsed') return exact;
  const loose = parseStrictly(mend(text));
  return loose.status === 'parsed' ? { ...loose, isExact: false } : exact;
}

function parseStrictly(text: string): Parsed {
  try {
    return { status: 'parsed', value: JSON.parse(text), isExact: true };
  } catch (error) {
    return { status: 'malformed', message: messageOf(error) };
  }
}

function withoutFence(text: string): string {
  const fenced = /^```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/.exec(text);
  return fenced?.[1]?.trim() ?? text;
}

const CONTROL_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Strings are taken whole, so that what looks like a fault inside one is left alone. */
function mend(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (found) =>
    found === ','
      ? ''
      : // oxlint-disable-next-line no-control-regex -- these are what JSON forbids inside a string
        found.replace(/[\u0000-\u001f]/g, (raw) => CONTROL_ESCAPES[raw] ?? unicodeEscape(raw)),
  );
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Where V8 names no position, its message quotes the place itself, or means the end of the text. */
function describe(message: string, text: string): Text {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined && !message.includes('end of JSON'))
    return callTexts.malformed(message, undefined);
  const at = position === undefined ? text.length : Number(position);
  const from = Math.max(0, at - QUOTE_CHARS / 2);
  return callTexts.malformed(message, text.slice(from, at + QUOTE_CHARS / 2).toWellFormed());
}
