// Writes Markdown as a page goes by: blocks, lists, links, code and tables.

interface List {
  readonly isOrdered: boolean;
  count: number;
}

interface Mark {
  /** Where it begins among the line's pieces. */
  start: number;
  close(text: string): string;
}

interface Table {
  readonly rows: string[][];
  row: string[] | undefined;
  /** The blocks of the cell being written. */
  cell: string[] | undefined;
}

const MOST_MARKS = 12;
const CELL_MARK = ' | ';
const LONGEST_CELL = 500;
const WIDEST_TABLE = 50;
/** A wide first row makes every other one as wide. */
const MOST_CELLS = 500_000;
const LONGEST_FENCE = 16;
/** Lists, quotes and tables in one another: deeper ones are written as if they stood here. */
const DEEPEST = 6;

export class MarkdownWriter {
  readonly #blocks: { readonly text: string; readonly isItem: boolean }[] = [];
  #line: string[] = [];
  #endsBlank = true;
  #prefix = '';
  #quotes = 0;
  #pre: { readonly language: string } | undefined;
  readonly #lists: List[] = [];
  readonly #marks: Mark[] = [];
  readonly #tables: Table[] = [];
  #ignoredTables = 0;
  #characters = 0;

  /** Written so far, with addresses and marks. */
  get characters(): number {
    return this.#characters;
  }

  text(text: string): void {
    this.#characters += text.length;
    if (this.#pre !== undefined) {
      this.#line.push(text);
      return;
    }
    const plain = text.replaceAll(/[\s\u00A0]+/g, ' ');
    const added = this.#endsBlank ? plain.trimStart() : plain;
    if (added === '') return;
    this.#line.push(added);
    this.#endsBlank = added.endsWith(' ');
  }

  /** Within a block. */
  lineBreak(): void {
    this.#line.push('\n');
    this.#endsBlank = true;
  }

  /** What is written until its end is changed by `close`; where it is blank, nothing is. */
  startMark(close: (text: string) => string): void {
    if (this.#marks.length < MOST_MARKS) this.#marks.push({ start: this.#line.length, close });
  }

  endMark(): void {
    const mark = this.#marks.pop();
    if (mark === undefined) return;
    const text = this.#line.splice(mark.start).join('');
    const inner = text.trim();
    if (inner === '') {
      if (text !== '') this.#line.push(text);
      return;
    }
    const before = /^\s/.test(text) ? ' ' : '';
    const after = /\s$/.test(text) ? ' ' : '';
    const marked = mark.close(inner);
    this.#characters += marked.length - inner.length;
    this.#line.push(`${before}${marked}${after}`);
    this.#endsBlank = after !== '';
  }

  endBlock(): void {
    if (this.#pre !== undefined) {
      if (this.#line.at(-1)?.endsWith('\n') === false) this.#line.push('\n');
      return;
    }
    const written = this.#line.join('');
    const text = written.includes('\n') ? trimmedLines(written) : written.trim();
    this.#line = [];
    this.#endsBlank = true;
    for (const mark of this.#marks) mark.start = 0;
    if (text !== '') this.#add(text);
  }

  heading(level: number): void {
    this.endBlock();
    this.#prefix = `${'#'.repeat(level)} `;
  }

  endHeading(): void {
    this.endBlock();
    this.#prefix = '';
  }

  startList(isOrdered: boolean): void {
    this.endBlock();
    this.#lists.push({ isOrdered, count: 0 });
  }

  endList(): void {
    this.endBlock();
    this.#prefix = '';
    this.#lists.pop();
  }

  item(): void {
    this.endBlock();
    const list = this.#lists.at(-1);
    if (list !== undefined) list.count += 1;
    this.#prefix = list?.isOrdered === true ? `${list.count}. ` : '- ';
  }

  startQuote(): void {
    this.endBlock();
    this.#quotes += 1;
  }

  endQuote(): void {
    this.endBlock();
    this.#quotes = Math.max(0, this.#quotes - 1);
  }

  startPre(language: string): void {
    if (this.#pre !== undefined) return;
    this.endBlock();
    this.#pre = { language };
  }

  endPre(): void {
    if (this.#pre === undefined) return;
    const code = this.#line.join('').replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd();
    const { language } = this.#pre;
    this.#pre = undefined;
    this.#line = [];
    this.#endsBlank = true;
    let fence = '```';
    while (code.includes(fence) && fence.length < LONGEST_FENCE) fence += '`';
    if (code.trim() !== '') this.#add(`${fence}${language}\n${code}\n${fence}`);
  }

  /** Of the code being written, where the tag around it did not say. */
  codeLanguage(language: string): void {
    if (this.#pre?.language === '') this.#pre = { language };
  }

  isInPre(): boolean {
    return this.#pre !== undefined;
  }

  rule(): void {
    this.endBlock();
    if (this.#blocks.length > 0 && this.#tables.length === 0) this.#add('---');
  }

  startTable(): void {
    this.endBlock();
    if (this.#tables.length >= DEEPEST) this.#ignoredTables += 1;
    else this.#tables.push({ rows: [], row: undefined, cell: undefined });
  }

  startRow(): void {
    this.#endCell();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.row = [];
    table.rows.push(table.row);
  }

  startCell(): void {
    this.#endCell();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (table.row === undefined) this.startRow();
    table.cell = [];
  }

  /** A table of one column, or with whole pages in its cells, is one for the layout: its cells are blocks. */
  endTable(): void {
    if (this.#ignoredTables > 0) {
      this.#ignoredTables -= 1;
      this.endBlock();
      return;
    }
    this.#endCell();
    const table = this.#tables.pop();
    const rows = (table?.rows ?? []).filter((row) => row.some((cell) => cell !== ''));
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const isPlain = rows.every((row) => row.every((cell) => cell.length <= LONGEST_CELL));
    const isSmall = width <= WIDEST_TABLE && rows.length * width <= MOST_CELLS;
    if (rows.length > 1 && width > 1 && isSmall && isPlain) {
      this.#characters += rows.length * width * CELL_MARK.length;
      this.#add(tableText(rows, width));
    } else for (const cell of rows.flat()) if (cell !== '') this.#add(cell);
  }

  markdown(): string {
    this.#ignoredTables = 0;
    while (this.#tables.length > 0) this.endTable();
    this.endPre();
    this.endBlock();
    const parts = this.#blocks.map(({ text, isItem }, at) => {
      const isTight = isItem && this.#blocks[at - 1]?.isItem === true;
      return `${at === 0 ? '' : isTight ? '\n' : '\n\n'}${text}`;
    });
    return parts.join('');
  }

  #endCell(): void {
    this.endBlock();
    const table = this.#tables.at(-1);
    if (table?.cell === undefined) return;
    table.row?.push(table.cell.join(table.cell.some((part) => part.includes('\n')) ? '\n\n' : ' '));
    table.cell = undefined;
  }

  #add(text: string): void {
    const cell = this.#tables.at(-1)?.cell;
    if (cell !== undefined) {
      cell.push(text);
      return;
    }
    const isItem = /^(?:- |\d+\. )$/.test(this.#prefix);
    const depth = Math.min(DEEPEST, isItem ? this.#lists.length - 1 : this.#lists.length);
    const indent = '  '.repeat(Math.max(0, depth));
    const more = isItem ? `${indent}${' '.repeat(this.#prefix.length)}` : indent;
    const quote = '> '.repeat(Math.min(DEEPEST, this.#quotes));
    const lines = text.split('\n');
    const written = lines.map(
      (line, at) => `${quote}${at === 0 ? indent + this.#prefix : more}${line}`,
    );
    const block = written.join('\n');
    this.#characters += block.length - text.length;
    this.#blocks.push({ text: block, isItem });
    this.#prefix = '';
  }
}

function trimmedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

function tableText(rows: readonly (readonly string[])[], width: number): string {
  const [head = [], ...others] = rows.map((row) => {
    const cells = Array.from({ length: width }, (_, at) => row[at] ?? '');
    return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')).join(CELL_MARK)} |`;
  });
  return [String(head), `|${' --- |'.repeat(width)}`, ...others].join('\n');
}
