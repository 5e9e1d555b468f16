// The literals of JavaScript and TypeScript.

import { decodeEscapes, type LiteralDialect } from './literal-dialect.ts';

const STRING = String.raw`"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|${'`'}(?:\\[^]|[^${'`'}\\])*${'`'}`;
const NOT_CODE = new RegExp(String.raw`${STRING}|//[^\n]*|/\*[^]*?\*/`, 'g');

export const NODE: LiteralDialect = {
  blank: /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/y,
  string: new RegExp(STRING, 'y'),
  number: /0[xX][\da-fA-F_]+n?|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?/y,
  name: /[\p{L}_$][\p{L}\p{N}_$]*/uy,
  mark: /\.\.\.|[^]/y,
  decodeString: (literal) =>
    literal.startsWith('`') && /(?:^|[^\\])\$\{/.test(literal)
      ? undefined
      : decodeEscapes(literal.slice(1, -1), false),
  decodeNumber: (literal) =>
    literal.endsWith('n') ? undefined : Number(literal.replaceAll('_', '')),
  constants: { true: true, false: false, null: null },
  transparentCalls: new Set(['freeze']),
  spreads: new Set(['...']),
  hasBareKeys: true,
  joinsStrings: false,
  findConstant: findNodeConstant,
};

/** The code with comments and the insides of strings blanked; offsets and lines stay. */
export function blankNodeTexts(source: string): string {
  return source.replaceAll(NOT_CODE, (text) => text.replaceAll(/[^\n]/g, ' '));
}

function findNodeConstant(source: string, name: string): number | undefined {
  const pattern = new RegExp(
    String.raw`^[ \t]*(?:(?:export\s+)?(?:const|let|var)\s+${name}\s*(?::[^=;]*?)?|(?:module\.)?exports\.${name}\s*)=(?![=>])`,
    'm',
  );
  const found = pattern.exec(blankNodeTexts(source));
  return found === null ? undefined : found.index + found[0].length;
}
