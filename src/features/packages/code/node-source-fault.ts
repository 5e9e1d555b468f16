// What keeps a JavaScript or TypeScript handler from being parsed, where that is certain: brackets and quotes.

import { faultAt, leftOpen, markFault, type Opened, type SourceFault } from './source-fault.ts';

const NODE_TOKEN =
  /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|\/\/[^\n]*|\/\*[^]*?\*\/|[\p{L}\p{N}_$]+|\s+|[^]/uy;
const TEMPLATE_TOKEN = /(?:\\[^]|\$(?!\{)|[^\\`$])+|`|\$\{/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const BEFORE_REGEX =
  /^(?:[(,=:[!&|?;{+*%~^>-]|return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield|)$/;
const BEFORE_DIVISION = /[\p{L}\p{N}_$\]"'`]$/u;

interface NodeScan {
  readonly source: string;
  readonly opened: Opened[];
  at: number;
  /** The last token that is neither blank nor comment. */
  before: string;
}

/** Undefined where there is no fault, or where telling would need a parser. */
export function findNodeFault(source: string): SourceFault | undefined {
  // Markup in code has texts without quotes.
  const isMarkup = /<\/[A-Za-z>]|\/>/.test(source);
  const scan: NodeScan = {
    source,
    opened: [],
    at: /^#![^\n]*/.exec(source)?.[0].length ?? 0,
    before: '',
  };
  while (scan.at < source.length) {
    const start = scan.at;
    const token = nextNodeToken(scan);
    if (token === undefined) return undefined;
    const fault = nodeFault(scan, token, start);
    if (fault !== undefined) return isMarkup ? undefined : fault;
  }
  return isMarkup ? undefined : leftOpen(source, scan.opened);
}

/** Undefined where a slash could be a division as well as a regular expression. */
function nextNodeToken(scan: NodeScan): string | undefined {
  const isTemplate = scan.opened.at(-1)?.mark === '`';
  const token = tokenAt(scan, isTemplate ? TEMPLATE_TOKEN : NODE_TOKEN);
  const whole = token === '/' && !isTemplate ? slashToken(scan) : token;
  if (whole === undefined) return undefined;
  scan.at += whole.length;
  if (isTemplate || !/^(?:\s|\/[/*])/.test(whole)) scan.before = whole;
  return whole;
}

function slashToken(scan: NodeScan): string | undefined {
  if (BEFORE_REGEX.test(scan.before)) return matchAt(REGEX, scan);
  return BEFORE_DIVISION.test(scan.before) ? '/' : undefined;
}

function tokenAt(scan: NodeScan, pattern: RegExp): string {
  return matchAt(pattern, scan) ?? scan.source.slice(scan.at, scan.at + 1);
}

function matchAt(pattern: RegExp, { source, at: index }: NodeScan): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(source)?.[0];
}

function nodeFault(
  { source, opened }: NodeScan,
  token: string,
  start: number,
): SourceFault | undefined {
  const top = opened.at(-1)?.mark;
  if (token === '`') {
    if (top === '`') opened.pop();
    else opened.push({ mark: '`', at: start });
    return undefined;
  }
  if (top === '`') {
    if (token === '${') opened.push({ mark: '${', at: start });
    return undefined;
  }
  if (token === '}' && top === '${') {
    opened.pop();
    return undefined;
  }
  if (token === '"' || token === "'")
    return faultAt(source, { mark: token, at: start }, 'text-open');
  return markFault(source, { mark: token, at: start }, opened);
}
