// What keeps a Python handler from being parsed, where that is certain: brackets, quotes, indentation, a comma left out.

import {
  faultAt,
  leftOpen,
  lineAt,
  markFault,
  type Opened,
  type SourceFault,
} from './source-fault.ts';

const PYTHON_TOKEN =
  /([rRbBuUfFtT]{0,2})(?:"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''|"(?!"")(?:\\[^]|[^"\\\n])*"|'(?!'')(?:\\[^]|[^'\\\n])*')|#[^\n]*|\\\n|[\p{L}\p{N}_]+|[ \t\f]+|[^]/gu;

/** Words that may stand beside a name, those of some places only (`match`, `type`) among them. */
const KEYWORDS = new Set(
  `False None True and as assert async await break case class continue def del elif else except finally for from global if
  import in is lambda lazy match nonlocal not or pass raise return try type while with yield`.split(
    /\s+/,
  ),
);

/** Undefined where there is no fault, or where telling would need a parser. */
export function findPythonFault(source: string): SourceFault | undefined {
  const opened: Opened[] = [];
  const starts: number[] = [0];
  let before = '';
  for (const { 0: token, 1: prefix = '', index } of source.matchAll(PYTHON_TOKEN)) {
    // Since 3.12 such a text may hold quotes of its own kind, which shifts all that follows.
    if (/[ft]/i.test(prefix) && /\{[^}]*$/.test(token)) return undefined;
    if (token === '\n' && opened.length === 0) starts.push(index + 1);
    const found = { mark: token, at: index };
    const fault =
      quoteFault(source, found) ??
      markFault(source, found, opened) ??
      namesFault(source, found, before);
    if (fault !== undefined) return fault;
    if (!isBetween(token, opened.length)) before = token;
  }
  return leftOpen(source, opened) ?? findIndentFault(source, starts);
}

/** Blanks, comments and lines that go on part no two names, and neither does a line's end within brackets. */
const IS_BLANK = /^(?:[ \t\f]+|#.*|\\\n)$/;

function isBetween(token: string, depth: number): boolean {
  return token === '\n' ? depth > 0 : IS_BLANK.test(token);
}

function namesFault(source: string, { mark, at }: Opened, before: string): SourceFault | undefined {
  if (!isName(before) || !isName(mark)) return undefined;
  return faultAt(source, { mark: `${before} ${mark}`, at }, 'names-adjacent');
}

function isName(token: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(token) && !KEYWORDS.has(token);
}

/** A quote that no pattern took has no end. */
function quoteFault(source: string, { mark, at }: Opened): SourceFault | undefined {
  if (mark !== '"' && mark !== "'") return undefined;
  return faultAt(source, { mark: quoteAt(source, at), at }, 'text-open');
}

function quoteAt(source: string, index: number): string {
  const quote = source[index] ?? '';
  return source.startsWith(quote.repeat(3), index) ? quote.repeat(3) : quote;
}

/** As Python does: columns with tabs of 8 and tabs of 1 must order the lines alike. */
function findIndentFault(source: string, starts: readonly number[]): SourceFault | undefined {
  const levels = [{ wide: 0, narrow: 0 }];
  for (const start of starts) {
    const indent = indentAt(source, start);
    if (indent === undefined) continue;
    const depth = levels.length;
    while ((levels.at(-1)?.wide ?? 0) > indent.wide) levels.pop();
    const top = levels.at(-1) ?? { wide: 0, narrow: 0 };
    const isDeeper = indent.wide > top.wide;
    if (isDeeper && levels.length < depth)
      return { type: 'indent-odd', line: lineAt(source, start) };
    if (isDeeper ? indent.narrow <= top.narrow : indent.narrow !== top.narrow) {
      return { type: 'indent-mixed', line: lineAt(source, start) };
    }
    if (isDeeper) levels.push(indent);
  }
  return undefined;
}

/** Undefined for a blank line, a comment, or a page break within the indentation. */
function indentAt(
  source: string,
  start: number,
): { readonly wide: number; readonly narrow: number } | undefined {
  let wide = 0;
  let index = start;
  for (; source[index] === ' ' || source[index] === '\t'; index += 1) {
    wide = source[index] === '\t' ? wide - (wide % 8) + 8 : wide + 1;
  }
  return /[\n#\f\\]/.test(source[index] ?? '\n') ? undefined : { wide, narrow: index - start };
}
