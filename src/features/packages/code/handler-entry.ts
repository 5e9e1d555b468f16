// Tells, without running it, whether a handler has an entry (RUN-01), and which name was perhaps meant as one.

import { blankNodeTexts } from './node-dialect.ts';
import { blankPythonTexts } from './python-dialect.ts';

/** RUN-01: in this order. */
export const ENTRY_NAMES = ['execute', 'run', 'handler', 'main', 'handle'] as const;

export type HandlerEntry =
  /** There is one, or it can't be told without running the code. */
  | { readonly status: 'present' }
  /** `near`: a function that was perhaps meant; with the very name of an entry it stands where it can't be called. */
  | { readonly status: 'absent'; readonly near: NearEntry | undefined };

interface NearEntry {
  readonly name: string;
  readonly meant: string;
  readonly line: number;
}

const NAMES = ENTRY_NAMES.join('|');

const PYTHON_ENTRY = new RegExp(
  [
    String.raw`^(?:async[ \t]+)?def[ \t]+(?:${NAMES})\b`,
    // Below `if` or `try`, or in another function: only a method is surely no entry.
    String.raw`^[ \t]+(?:async[ \t]+)?def[ \t]+(?:${NAMES})\s*\(\s*(?!self\b|cls\b)`,
    String.raw`^[^\n=()[\]{}]{0,200}\b(?:${NAMES})\b[^\n=()]{0,200}=(?!=)`,
    String.raw`\bimport\b[^\n;]{0,500}(?:\b(?:${NAMES})\b|\*)`,
    String.raw`\bimport\s*\([^)]{0,2000}\b(?:${NAMES})\b`,
    String.raw`\b(?:globals|exec|setattr|vars|__getattr__|__dict__)\b`,
  ].join('|'),
  'm',
);
const PYTHON_FUNCTION = /^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)/gm;

const NODE_ENTRY_PARTS = [
  String.raw`export\s+(?:async\s+)?function\s*\*?\s*(?:${NAMES})\b`,
  String.raw`export\s+(?:const|let|var)\b[^=;]{0,300}\b(?:${NAMES})\b`,
  String.raw`export\s*(?:default\b|\*|=|import\b)`,
  String.raw`export\s*\{[^}]{0,2000}\b(?:${NAMES}|default)\b`,
  String.raw`(?:exports|exports\s*\[[^\]]*\])\s*(?:\.\s*(?:${NAMES})\s*)?=(?!=)(?!\s*\{[\w$\s,:]*\})`,
  String.raw`exports\s*=\s*\{[^}]{0,2000}\b(?:${NAMES})\b`,
  // A built-in one, which gets its parts first; the type is found in our own source alone.
  String.raw`export\s+function\s+create\w+\s*\([^)]{0,500}\)\s*:\s*TrustedExecute\b`,
  String.raw`(?:assign|defineProperty|defineProperties|__export\w*)\s*\(`,
];
const NODE_ENTRY = new RegExp(String.raw`(?<![\w$])(?:${NODE_ENTRY_PARTS.join('|')})`);
/** In the source as it is: what looks like a text may be a part of a regular expression. */
const NODE_ENTRY_LINE = new RegExp(
  String.raw`^[ \t]*(?:module\.)?(?:${NODE_ENTRY_PARTS.join('|')})`,
  'm',
);
const NODE_FUNCTION =
  /^[ \t]*(?:export\s+)?(?:(?:async\s+)?function\s*\*?\s*|(?:const|let|var)\s+(?=[\w$]+\s*(?::[^=\n]*)?=\s*(?:async\b|function\b|\(|[\w$]+\s*=>)))([\w$]+)/gm;

export function findHandlerEntry(source: string, language: 'python' | 'node'): HandlerEntry {
  if (language === 'python') {
    const code = blankPythonTexts(source);
    if (PYTHON_ENTRY.test(code)) return { status: 'present' };
    const names = [...code.matchAll(PYTHON_FUNCTION)].map(({ 2: name = '', index }) => ({
      name,
      index,
    }));
    return { status: 'absent', near: nearest(names, code) };
  }
  const code = blankNodeTexts(source);
  if (NODE_ENTRY.test(code) || NODE_ENTRY_LINE.test(source)) return { status: 'present' };
  const names = [...code.matchAll(NODE_FUNCTION)].map(({ 1: name = '', index }) => ({
    name,
    index,
  }));
  return { status: 'absent', near: nearest(names, code) };
}

function nearest(
  functions: readonly { readonly name: string; readonly index: number }[],
  code: string,
): NearEntry | undefined {
  for (const limit of [0, 1, 2]) {
    for (const { name, index } of functions) {
      const meant = ENTRY_NAMES.find((entry) => isNear(name.toLowerCase(), entry, limit));
      if (meant === undefined) continue;
      const at = index + code.slice(index).search(/\S/);
      return { name, meant, line: code.slice(0, at).split('\n').length };
    }
  }
  return undefined;
}

/** Short names are near to too many others: they may differ by less. */
function isNear(name: string, entry: string, limit: number): boolean {
  const allowed = Math.min(limit, entry.length < 5 ? 1 : 2);
  return Math.abs(name.length - entry.length) <= allowed && distance(name, entry) <= allowed;
}

/** Letters added, left out or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(b).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
