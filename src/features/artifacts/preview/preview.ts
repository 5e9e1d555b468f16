// What can be shown of a file before it is opened: a table's first rows, or a text's beginning.

export type Preview = TablePreview | TextPreview;

export interface TablePreview {
  readonly kind: 'table';
  /** Of a workbook; empty for CSV. */
  readonly sheets: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly hasMoreRows: boolean;
  readonly hasMoreColumns: boolean;
}

interface TextPreview {
  readonly kind: 'text';
  readonly format: 'markdown' | 'json' | 'plain';
  readonly text: string;
  readonly isCut: boolean;
}

export const PREVIEW_LIMITS = {
  rows: 200,
  columns: 50,
  /** Of one cell. */
  characters: 300,
  /** Of a text, or of CSV; more is not read. */
  textBytes: 200 * 1024,
  csvBytes: 1024 * 1024,
  /** Of a workbook; a larger one has no preview. */
  workbookBytes: 25 * 1024 * 1024,
} as const;

/** With a mark where it goes on. */
export function cutCell(text: string): string {
  const { characters } = PREVIEW_LIMITS;
  if (text.length <= characters) return text;
  return `${text
    .slice(0, characters - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}
