// Python's literals.

import { decodeEscapes, type LiteralDialect } from './literal-dialect.ts';

const STRING = String.raw`[rRbBuUfF]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')`;
const NOT_CODE = new RegExp(String.raw`${STRING}|#[^\n]*`, 'g');

export const PYTHON: LiteralDialect = {
  blank: /(?:[ \t\f\n]|\\\n|#[^\n]*)+/y,
  string: new RegExp(STRING, 'y'),
  number: /0[xX][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?j?/y,
  name: /[\p{L}_][\p{L}\p{N}_]*/uy,
  mark: /\*\*|[^]/y,
  decodeString: decodePythonString,
  decodeNumber: (literal) =>
    literal.endsWith('j') ? undefined : Number(literal.replaceAll('_', '')),
  constants: { True: true, False: false, None: null },
  transparentCalls: new Set(['list', 'tuple', 'sorted', 'dict', 'frozenset', 'set']),
  spreads: new Set(['*', '**']),
  hasBareKeys: false,
  joinsStrings: true,
  findConstant: findPythonConstant,
};

/** The code with comments and the insides of strings blanked; offsets and lines stay. */
export function blankPythonTexts(source: string): string {
  return source.replaceAll(NOT_CODE, (text) => text.replaceAll(/[^\n]/g, ' '));
}

function decodePythonString(literal: string): string | undefined {
  const [, prefix = '', , quoted = ''] = /^([a-z]{0,2})("""|'''|"|')([^]*)\2$/i.exec(literal) ?? [];
  if (/b/i.test(prefix)) return undefined;
  if (/f/i.test(prefix) && /[{}]/.test(quoted)) return undefined;
  return /r/i.test(prefix) ? quoted : decodeEscapes(quoted, true);
}

/** The last assignment at the left margin holds, as it does when the file runs. */
function findPythonConstant(source: string, name: string): number | undefined {
  const pattern = new RegExp(String.raw`^${name}[ \t]*(?::[^=\n]+)?=(?!=)`, 'gm');
  const last = [...blankPythonTexts(source).matchAll(pattern)].at(-1);
  return last === undefined ? undefined : last.index + last[0].length;
}
