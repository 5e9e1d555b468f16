// Reads a block of YAML with the safe core schema, and says what is wrong with it instead of throwing.

import { parseDocument, isMap, isScalar, type Document } from 'yaml';
import { DEEPEST_JSON } from '#base/json.ts';

export type YamlReading =
  | {
      readonly status: 'read';
      readonly value: unknown;
      /** Numbers of the top level as they were written (`1.10`), by key. */
      readonly numbers: ReadonlyMap<string, string>;
      /** Lines of keys that stand twice, from 1; the last one holds. */
      readonly repeatedKeyLines: readonly number[];
    }
  | { readonly status: 'broken'; readonly line: number; readonly problem: string }
  /** Nested deeper than can be read: some thousand levels. */
  | { readonly status: 'too-deep'; readonly line: number };

/** `line` counts from 1 within `block`. */
export function readYaml(block: string): YamlReading {
  try {
    // `silent` also keeps the library from writing warnings to the process's own output.
    const document = parseDocument(block, { schema: 'core', merge: true, logLevel: 'error' });
    const error = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
    if (error !== undefined) {
      if (isStackOverflow(error)) return tooDeep(block);
      const line = error.linePos?.[0].line ?? 1;
      return { status: 'broken', line, problem: firstLine(error.message) };
    }
    return {
      status: 'read',
      value: document.toJS({ maxAliasCount: 100 }),
      numbers: numbersOf(document),
      repeatedKeyLines: document.errors.map(({ linePos }) => linePos?.[0].line ?? 1),
    };
  } catch (error) {
    if (isStackOverflow(error)) return tooDeep(block);
    // Too many aliases, or one without its anchor: no line is known.
    const problem = error instanceof Error ? firstLine(error.message) : 'unreadable';
    return { status: 'broken', line: 1, problem };
  }
}

/** The library throws some of them and lists others among its errors. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && error.message.includes('call stack');
}

/** The line on which brackets pass the limit, else the one that stands deepest. */
function tooDeep(block: string): YamlReading {
  let depth = 0;
  let deepest = { line: 1, indent: 0 };
  for (const [index, text] of block.split('\n').entries()) {
    const line = index + 1;
    depth += (text.match(/[[{]/g) ?? []).length;
    if (depth > DEEPEST_JSON) return { status: 'too-deep', line };
    depth -= (text.match(/[\]}]/g) ?? []).length;
    const indent = text.search(/[^\s-]/);
    if (indent > deepest.indent) deepest = { line, indent };
  }
  return { status: 'too-deep', line: deepest.line };
}

function numbersOf(document: Document): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  if (!isMap(document.contents)) return numbers;
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value)) continue;
    if (typeof value.value === 'number' && value.source !== undefined) {
      numbers.set(String(key.value), value.source);
    }
  }
  return numbers;
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').trim();
}
