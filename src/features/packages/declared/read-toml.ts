// Reads skill.toml: `[skill]`, `[market]` and `[requires]`, and what stands outside of them.

import { parse, TomlError } from 'smol-toml';
import { isJsonObject } from '#base/json.ts';
import { plainName, type DeclaredField, type Declaration } from './declaration.ts';

export type TomlReading =
  | { readonly status: 'read'; readonly declaration: Declaration }
  | { readonly status: 'broken'; readonly line: number; readonly problem: string };

const SECTIONS = ['skill', 'market'];

export function readToml(text: string, file: string): TomlReading {
  try {
    return { status: 'read', declaration: declarationOf(parse(text), { file, head: text }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const problem = error.message.split('\n', 1)[0] ?? '';
    return { status: 'broken', line: error.line, problem };
  }
}

function declarationOf(
  root: Readonly<Record<string, unknown>>,
  origin: DeclaredField['origin'],
): Declaration {
  const sections = SECTIONS.map((name) => root[name]).filter((section) => isJsonObject(section));
  const outside = Object.entries(root).filter(([name]) => !SECTIONS.includes(name));
  const pairs = [
    ...outside,
    ...sections.toReversed().flatMap((section) => Object.entries(section)),
  ];
  return new Map(
    pairs.map(([key, value]) => [plainName(key), { key, value, written: undefined, origin }]),
  );
}
