// Cuts Markdown into pieces that mean the same alone, so that of a long reply only the piece that grows is read again.

/** A piece that is longer is cut where that shows least. */
const LONG_CHARS = 6000;
/** One line without an end. */
const LONGEST_LINE_CHARS = 20_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const DEFINITION = /^ {0,3}\[(?!\^)([^\]]+)\]:\s*\S/;
/** What may be explained by a definition. */
const LABEL = /\[([^[\]]+)\]/g;
const FOOTNOTE = /^ {0,3}\[\^[^\]]+\]:/m;

/** In order; joined they say what the whole says. The pieces before the last stay the same while text is added. */
export function splitBlocks(markdown: string): readonly string[] {
  // Footnotes are numbered over the whole.
  if (markdown.length < LONG_CHARS * 3 && FOOTNOTE.test(markdown)) return [markdown];
  const splitter = new Splitter();
  for (const line of markdown.split('\n')) {
    for (const part of shortLines(line)) splitter.add(part);
  }
  return splitter.end();
}

class Splitter {
  private readonly blocks: string[] = [];
  /** By what they explain. */
  private readonly definitions = new Map<string, string>();
  private lines: string[] = [];
  private chars = 0;
  private fence: string | undefined;
  private isMath = false;
  private isAfterBlank = false;

  add(line: string): void {
    if (this.fence === undefined && !this.isMath && this.mayCutBefore(line)) this.cut();
    this.push(line);
    this.look(line);
  }

  end(): readonly string[] {
    this.cut();
    if (this.definitions.size === 0) return this.blocks;
    return this.blocks.map((block) => this.explained(block));
  }

  /** A link may be explained anywhere: with each block goes what explains its own. */
  private explained(block: string): string {
    if (FENCE.test(block)) return block;
    const named = block.matchAll(LABEL).map(([, label = '']) => labelOf(label));
    const lines = [...new Set(named)].flatMap((label) => this.definitions.get(label) ?? []);
    return lines.length === 0 ? block : `${block}\n\n${lines.join('\n')}`;
  }

  private push(line: string): void {
    this.lines.push(line);
    this.chars += line.length + 1;
  }

  private look(line: string): void {
    this.isAfterBlank = line.trim() === '';
    const mark = FENCE.exec(line)?.[1];
    if (this.fence !== undefined) {
      if (mark !== undefined && closes(line, this.fence)) this.fence = undefined;
      return;
    }
    if (!this.isMath && mark !== undefined) this.fence = mark;
    else if (opensOrClosesMath(line)) this.isMath = !this.isMath;
    else this.define(line);
  }

  private define(line: string): void {
    const label = DEFINITION.exec(line)?.[1];
    if (label === undefined) return;
    // The first is the one that counts.
    const name = labelOf(label);
    if (!this.definitions.has(name)) this.definitions.set(name, line.trim());
  }

  private mayCutBefore(line: string): boolean {
    if (this.lines.length === 0 || line.trim() === '') return false;
    if (this.isAfterBlank) return this.isNewBlock(line);
    return this.chars > LONG_CHARS && this.isBearableCut(line);
  }

  /** What is indented, or an item of the same list, goes on with what stands before. */
  private isNewBlock(line: string): boolean {
    if (/^(?: {2,}|\t)/.test(line)) return false;
    const isList = LIST_ITEM.test(this.lines[0] ?? '');
    return !isList || !LIST_ITEM.test(line) || this.chars > LONG_CHARS;
  }

  private isBearableCut(line: string): boolean {
    const isList = LIST_ITEM.test(this.lines[0] ?? '');
    return isList ? LIST_ITEM.test(line) : !/^\s/.test(line);
  }

  private cut(): void {
    if (this.lines.length === 0) return;
    const head = this.isAfterBlank ? [] : tableHead(this.lines);
    this.blocks.push(this.lines.join('\n'));
    this.lines = [];
    this.chars = 0;
    // A table that is cut says again what its columns are.
    for (const line of head) this.push(line);
  }
}

/** As Markdown compares them. */
function labelOf(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function closes(line: string, fence: string): boolean {
  const bare = line.trim();
  return bare.startsWith(fence) && /^(.)\1*$/.test(bare);
}

function opensOrClosesMath(line: string): boolean {
  const bare = line.trim();
  if (bare === '$$') return true;
  const marks = bare.split('$$').length - 1;
  return marks % 2 === 1 && (bare.startsWith('$$') || bare.endsWith('$$'));
}

function tableHead([first = '', second = '']: readonly string[]): readonly string[] {
  return first.includes('|') && second.includes('-') && TABLE_RULE.test(second)
    ? [first, second]
    : [];
}

function shortLines(line: string): readonly string[] {
  if (line.length <= LONGEST_LINE_CHARS) return [line];
  const parts: string[] = [];
  let rest = line;
  while (rest.length > LONGEST_LINE_CHARS) {
    const space = rest.lastIndexOf(' ', LONGEST_LINE_CHARS);
    const at = space > LONGEST_LINE_CHARS / 2 ? space + 1 : LONGEST_LINE_CHARS;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}
