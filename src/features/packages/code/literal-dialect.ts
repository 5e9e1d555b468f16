// What literals look like in one language: the tokens, the constants, and how collections spread into each other.

import type { JsonValue } from '#base/json.ts';

export interface LiteralDialect {
  /** Sticky patterns, tried in this order after blanks and comments. */
  readonly blank: RegExp;
  readonly string: RegExp;
  readonly number: RegExp;
  readonly name: RegExp;
  readonly mark: RegExp;
  /** Undefined where the text is not known before the program runs. */
  readonly decodeString: (literal: string) => string | undefined;
  readonly decodeNumber: (literal: string) => number | undefined;
  readonly constants: Readonly<Record<string, JsonValue>>;
  /** Names of calls that give their only argument back, as far as JSON can tell. */
  readonly transparentCalls: ReadonlySet<string>;
  /** Marks that pour one collection into another. */
  readonly spreads: ReadonlySet<string>;
  /** Whether `{name: …}` and `{name}` name a key themselves. */
  readonly hasBareKeys: boolean;
  /** Whether strings that stand side by side are one. */
  readonly joinsStrings: boolean;
  /** Where the value of a constant of the module's top level starts; undefined where there is none. */
  readonly findConstant: (source: string, name: string) => number | undefined;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u{7}',
  '0': '\0',
  '\n': '',
};

/** Escapes that both languages know; an unknown one gives the character itself where `keepsUnknown` is false. */
export function decodeEscapes(text: string, keepsUnknown: boolean): string {
  if (!text.includes('\\')) return text;
  const escape = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|U([0-9a-f]{8})|([^]))/gi;
  return text.replaceAll(escape, (whole: string, ...groups: readonly unknown[]) => {
    const code = groups.slice(0, 4).find((group) => typeof group === 'string');
    if (typeof code === 'string') return characterOf(Number.parseInt(code, 16));
    const character = String(groups[4]);
    if (Object.hasOwn(SIMPLE_ESCAPES, character)) return SIMPLE_ESCAPES[character] ?? '';
    return keepsUnknown && !/["'\\]/.test(character) ? whole : character;
  });
}

function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\u{FFFD}';
}
