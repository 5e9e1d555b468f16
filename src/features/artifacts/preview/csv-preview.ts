// The first rows of a CSV file, whatever separates its columns.

import { cutCell, PREVIEW_LIMITS, type TablePreview } from './preview.ts';

const SEPARATORS = [',', '\t', ';', '|'] as const;
type Separator = (typeof SEPARATORS)[number];
const SAMPLE_CHARS = 20_000;

/** `isWhole` false: the file goes on behind the text. A quote that never ends takes what there is. */
export function csvPreview(text: string, isWhole: boolean): TablePreview {
  const reader = new Reader(text, separatorOf(text));
  const rows: string[][] = [];
  let hasMoreColumns = false;
  for (let row = reader.next(); row !== undefined; row = reader.next()) {
    if (rows.length === PREVIEW_LIMITS.rows) return table(rows, true, hasMoreColumns);
    // The last line of what was read may be cut in the middle.
    if (!isWhole && reader.isAtEnd() && rows.length > 0) return table(rows, true, hasMoreColumns);
    hasMoreColumns ||= row.isWide;
    rows.push(row.cells);
  }
  return table(rows, !isWhole, hasMoreColumns);
}

function table(rows: string[][], hasMoreRows: boolean, hasMoreColumns: boolean): TablePreview {
  return { kind: 'table', sheets: [], rows, hasMoreRows, hasMoreColumns };
}

/** What stands most often in the first line, outside of quotes. */
function separatorOf(text: string): Separator {
  const [line = ''] = text
    .slice(0, SAMPLE_CHARS)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

interface Row {
  readonly cells: string[];
  /** It has more columns than are shown. */
  readonly isWide: boolean;
}

/** RFC 4180, and what programs make of it: quotes in the middle of a cell are a part of it. */
class Reader {
  private readonly text: string;
  private readonly separator: Separator;
  private at: number;

  constructor(text: string, separator: Separator) {
    this.text = text;
    this.separator = separator;
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  next(): Row | undefined {
    if (this.isAtEnd()) return undefined;
    const cells: string[] = [];
    let columns = 0;
    for (;;) {
      const cell = this.text[this.at] === '"' ? this.quoted() : this.plain();
      columns += 1;
      if (columns <= PREVIEW_LIMITS.columns) cells.push(cutCell(cell));
      if (this.text[this.at] !== this.separator) break;
      this.at += 1;
    }
    if (this.text[this.at] === '\r') this.at += 1;
    if (this.text[this.at] === '\n') this.at += 1;
    return { cells, isWide: columns > PREVIEW_LIMITS.columns };
  }

  private plain(): string {
    const start = this.at;
    while (!this.isAtEnd() && !this.isBoundary()) this.at += 1;
    return this.text.slice(start, this.at);
  }

  private isBoundary(): boolean {
    const character = this.text[this.at];
    return character === this.separator || character === '\n' || character === '\r';
  }

  private quoted(): string {
    let cell = '';
    for (let from = this.at + 1; ;) {
      const end = this.text.indexOf('"', from);
      if (end === -1) {
        this.at = this.text.length;
        return cell + this.text.slice(from);
      }
      cell += this.text.slice(from, end);
      if (this.text[end + 1] !== '"') {
        this.at = end + 1;
        return cell + this.plain();
      }
      cell += '"';
      from = end + 2;
    }
  }
}
