// Finds the front matter of a document: the block between two fences, or what was meant as one.

export interface SplitDocument {
  readonly status: 'found' | 'unterminated' | 'none';
  /** The block's text without its fences; '' where there is none. */
  readonly block: string;
  /** Line of the block's first line in the file, from 1. */
  readonly blockLine: number;
  readonly body: string;
  /** A comment or a code fence stands before the opening fence, or it isn't three hyphens. */
  readonly isOddlyOpened: boolean;
}

const OPENING_FENCE = /^\s*?-{3,}[ \t]*\n/;
const CLOSING_FENCE = /^(?:-{3,}|\.\.\.)[ \t]*$/gm;
const PREAMBLE =
  /^(?:[ \t]*\n|(?:#|\/\/)[^\n]*\n|<!--(?:(?!-->)[\s\S])*-->[ \t]*\n|```[a-z]*[ \t]*\n){1,10}-{3,}[ \t]*\n/;
const NAMING_KEY = /^(?:#+[ \t]*)?["']?(?:name|description)["']?[ \t]*[:：]/im;
const BLOCK_LINE =
  /^(?:[ \t]|["']?[\p{L}_$][\p{L}\p{N}_$.-]*["']?[ \t]*[:：]|-[ \t]|[}\]]|#+ *\w+:)/u;

/** Accepts blank lines before the first fence and trailing blanks after either (PKG-02). `text` has `\n` lines. */
export function splitFrontMatter(text: string): SplitDocument {
  const plain = OPENING_FENCE.exec(text);
  const opening = plain ?? PREAMBLE.exec(text);
  if (opening === null) return withoutBlock(text);
  const start = opening[0].length;
  const isOddlyOpened = plain?.[0].trim() !== '---';
  CLOSING_FENCE.lastIndex = start;
  const closing = CLOSING_FENCE.exec(text);
  const block = text.slice(start, closing?.index ?? start);
  // After a heading, `---` is a thematic break unless the keys of a skill follow it.
  if (isOddlyOpened && !NAMING_KEY.test(block)) return withoutBlock(text);
  const blockLine = linesIn(opening[0]) + 1;
  if (closing === null) return untilProse(text.slice(start), blockLine);
  const body = text.slice(closing.index + closing[0].length + 1);
  return { status: 'found', block, blockLine, body, isOddlyOpened };
}

function withoutBlock(text: string): SplitDocument {
  return { status: 'none', block: '', blockLine: 1, body: text, isOddlyOpened: false };
}

/** Without a closing fence the block ends where lines stop looking like keys. */
function untilProse(rest: string, blockLine: number): SplitDocument {
  const lines = rest.split('\n');
  const end = lines.findIndex((line) => line.trim() !== '' && !BLOCK_LINE.test(line));
  const count = end === -1 ? lines.length : end;
  const block = lines.slice(0, count).join('\n');
  const body = lines.slice(count).join('\n');
  return { status: 'unterminated', block, blockLine, body, isOddlyOpened: false };
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
