// What a package says about itself, out of SKILL.md's front matter and skill.toml, by name.

import type { Place } from '../report-finding.ts';

export interface DeclaredField {
  /** As it was written. */
  readonly key: string;
  readonly value: unknown;
  /** A number's own spelling (`1.10`). */
  readonly written: string | undefined;
  readonly origin: DeclaringFile;
}

interface DeclaringFile {
  readonly file: string;
  /** The part of the file that declares, from its first line on. */
  readonly head: string;
}

/** By plain name: lower case, `_` for `-`. */
export type Declaration = ReadonlyMap<string, DeclaredField>;

/** `cost-tier`, `cost_tier` and `Cost-Tier` are one name. */
export function plainName(key: string): string {
  return key.trim().toLowerCase().replaceAll('-', '_');
}

/** The first of `names` that is declared with a value. */
export function findField(
  declaration: Declaration,
  ...names: readonly string[]
): DeclaredField | undefined {
  for (const name of names) {
    const field = declaration.get(name);
    if (field !== undefined && field.value !== null && field.value !== undefined) return field;
  }
  return undefined;
}

/** Where a field stands; with `innerKey`, where that key stands below it, if it can be seen. */
export function placeOf(field: DeclaredField, innerKey?: string): Place {
  const { file, head } = field.origin;
  const line = lineOfKey(head, field.key);
  if (innerKey === undefined || line === null) return { file, line };
  const below = head
    .split('\n')
    .slice(line - 1)
    .join('\n');
  const offset = lineOfKey(below, innerKey);
  return { file, line: offset === null ? line : line + offset - 1 };
}

/** Later declarations own the names that they have (PKG-03). */
export function mergeDeclarations(...declarations: readonly Declaration[]): Declaration {
  const merged = new Map<string, DeclaredField>();
  for (const declaration of declarations) {
    for (const [name, field] of declaration) merged.set(name, field);
  }
  return merged;
}

function lineOfKey(text: string, key: string): number | null {
  const escaped = key.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  // At the margin first: the same word and a colon may stand in an earlier value.
  const match =
    new RegExp(String.raw`^["']?${escaped}["']?\s*[:：=]`, 'm').exec(text) ??
    new RegExp(String.raw`(?:^|[\s{,[."'])["']?${escaped}["']?\s*[\]:：=]`, 'm').exec(text);
  if (match === null) return null;
  const at = match.index + match[0].search(/\S/);
  return text.slice(0, at).split('\n').length;
}
