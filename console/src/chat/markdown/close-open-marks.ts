// Makes the growing end of Markdown look as it will: what is half written neither shows its marks nor jumps.

/** The last piece of a text that still grows. */
export function closeOpenMarks(block: string): string {
  if (isOpenFence(block)) return block;
  return closedInline(withoutHalfLine(block));
}

function isOpenFence(block: string): boolean {
  let fence: string | undefined;
  for (const line of block.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (fence === undefined) fence = mark;
    else if (line.trim().startsWith(fence)) fence = undefined;
  }
  return fence !== undefined;
}

/** Lines whose kind is told by what comes next: a list's mark, a rule, a fence, the head of a table. */
const HALF_LINE = /^\s*(?:[-*+=_#>]+|\d{1,9}[.)]?|`{1,2}|~{1,2}|\|[\s|:-]*|\$)\s*$/;

function withoutHalfLine(block: string): string {
  const start = block.lastIndexOf('\n') + 1;
  const last = block.slice(start);
  const before = block.slice(0, Math.max(start - 1, 0));
  const above = before.slice(before.lastIndexOf('\n') + 1);
  const isTableHead = last.startsWith('|') && above.trim() === '';
  if (isTableHead) return block.slice(0, start);
  if (isHeadAlone(before, last)) return before.slice(0, before.lastIndexOf('\n') + 1);
  return HALF_LINE.test(last) && !isRule(last) ? block.slice(0, start) : block;
}

/** `***` or `- - -` that is whole already. */
function isRule(line: string): boolean {
  return /^\s*(?:\*{3,}|_{3,})\s*$/.test(line);
}

/** The head of a table, whose second line has just begun. */
function isHeadAlone(before: string, last: string): boolean {
  const head = before.slice(before.lastIndexOf('\n') + 1);
  const above = before.slice(0, Math.max(before.lastIndexOf('\n'), 0));
  const isFirst = above.slice(above.lastIndexOf('\n') + 1).trim() === '';
  return isFirst && head.trimStart().startsWith('|') && /^[\s|:-]*$/.test(last);
}

/** In the last line: code, strong, struck and emphasised text is closed, a half link is its text. */
function closedInline(block: string): string {
  const whole = withoutHalfFormula(block);
  const start = whole.lastIndexOf('\n') + 1;
  return whole.slice(0, start) + closedLine(whole.slice(start));
}

/** It is drawn when it is whole. */
function withoutHalfFormula(block: string): string {
  const marks = block.split('$$').length - 1;
  if (marks % 2 === 1) return block.slice(0, block.lastIndexOf('$$'));
  const opened = Math.max(block.lastIndexOf('\\['), block.lastIndexOf('\\('));
  const closed = Math.max(block.lastIndexOf('\\]'), block.lastIndexOf('\\)'));
  return opened > closed ? block.slice(0, opened) : block;
}

function closedLine(line: string): string {
  const ticks = line.split('`').length - 1;
  if (ticks % 2 === 1) return `${line}\``;
  const text = line
    .replace(/!\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/, '')
    .replace(/\[([^\]\n]+)\]\([^)\n]*$/, '$1')
    .replace(/(?<!\])\[([^\]\n[]{1,200})$/, '$1')
    .replace(/(?:\*{1,3}|_{1,3}|~{1,2})$/, '');
  return text + ['**', '__', '~~'].map((mark) => closing(text, mark)).join('') + single(text);
}

function closing(text: string, mark: string): string {
  return (withoutCode(text).split(mark).length - 1) % 2 === 1 ? mark : '';
}

/** One `*` that opens emphasis: not a list's mark, not a multiplication. */
function single(text: string): string {
  const bare = withoutCode(text)
    .replaceAll('**', '')
    .replace(/^\s*\* /, '');
  const marks = bare.match(/(?<![\s\w])\*(?=\S)|(?<=\S)\*(?![\w])|(?<=\s)\*(?=\S)/g) ?? [];
  return marks.length % 2 === 1 && /\*\S/.test(bare) ? '*' : '';
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`\n]*`/g, '');
}
