// Keeps quotes and lists as deep as a page can show: deeper ones would run out of the column, and out of the reader's stack.

/** Of quotes and lists in one another. */
const MOST_LEVELS = 12;

const MARK = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const LIST_LINE = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const TAB_COLUMNS = 4;

/** Marks beyond the deepest level are the text that they are written as; items beyond it stand beside those of it. */
export function withinDepth(markdown: string): string {
  const indents: number[] = [];
  let fence: string | undefined;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        if (mark?.startsWith(fence) === true) fence = undefined;
        return line;
      }
      fence = mark;
      return fence !== undefined || RULE.test(line) ? line : fewMarks(shallow(line, indents));
    })
    .join('\n');
}

/** `indents`: where the items begin that this one stands in, the outermost first. */
function shallow(line: string, indents: number[]): string {
  const space = LIST_LINE.exec(line)?.[1];
  if (space === undefined) {
    // What begins at the edge ends the list.
    if (/^\S/.test(line)) indents.length = 0;
    return line;
  }
  const indent = columnsOf(space);
  while ((indents.at(-1) ?? -1) >= indent) indents.pop();
  indents.push(indent);
  const deepest = indents[MOST_LEVELS - 1];
  return indents.length <= MOST_LEVELS || deepest === undefined
    ? line
    : ' '.repeat(deepest) + line.slice(space.length);
}

function columnsOf(space: string): number {
  return space.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length;
}

function fewMarks(line: string): string {
  let end = 0;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const next = markEnd(line, end);
    if (next === undefined) return line;
    end = next;
  }
  if (markEnd(line, end) === undefined) return line;
  const rest = line.slice(end);
  // A digit can't be escaped, but the point behind it can.
  return line.slice(0, end) + rest.replace(/^([ \t]*\d*)(?=\S)/, '$1\\');
}

function markEnd(line: string, from: number): number | undefined {
  MARK.lastIndex = from;
  return MARK.test(line) ? MARK.lastIndex : undefined;
}
