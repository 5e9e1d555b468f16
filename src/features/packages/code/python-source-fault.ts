// What keeps a Python handler from being parsed, where that is certain: brackets, quotes, indentation.

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

/** Undefined where there is no fault, or where telling would need a parser. */
export function findPythonFault(source: string): SourceFault | undefined {
  const opened: Opened[] = [];
  const starts: number[] = [0];
  for (const { 0: token, 1: prefix = '', index } of source.matchAll(PYTHON_TOKEN)) {
    // Since 3.12 such a text may hold quotes of its own kind, which shifts all that follows.
    if (/[ft]/i.test(prefix) && /\{[^}]*$/.test(token)) return undefined;
    if (token === '\n' && opened.length === 0) starts.push(index + 1);
    if (token === '"' || token === "'")
      return faultAt(source, { mark: quoteAt(source, index), at: index }, 'text-open');
    const fault = markFault(source, { mark: token, at: index }, opened);
    if (fault !== undefined) return fault;
  }
  return leftOpen(source, opened) ?? findIndentFault(source, starts);
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
