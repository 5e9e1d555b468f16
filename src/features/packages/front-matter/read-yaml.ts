// Reads a block of YAML with the safe core schema, and says what is wrong with it instead of throwing.

import { parseDocument, isMap, isScalar, type Document } from 'yaml';

export type YamlReading =
  | {
      readonly status: 'read';
      readonly value: unknown;
      /** Numbers of the top level as they were written (`1.10`), by key. */
      readonly numbers: ReadonlyMap<string, string>;
      /** Lines of keys that stand twice, from 1; the last one holds. */
      readonly repeatedKeyLines: readonly number[];
    }
  | { readonly status: 'broken'; readonly line: number; readonly problem: string };

/** `line` counts from 1 within `block`. */
export function readYaml(block: string): YamlReading {
  try {
    // `silent` also keeps the library from writing warnings to the process's own output.
    const document = parseDocument(block, { schema: 'core', merge: true, logLevel: 'error' });
    const error = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
    if (error !== undefined) {
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
    // Too many aliases, or one without its anchor: no line is known.
    const problem = error instanceof Error ? firstLine(error.message) : 'unreadable';
    return { status: 'broken', line: 1, problem };
  }
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
