// The first rows of a workbook's first sheet.

import { cutCell, PREVIEW_LIMITS, type TablePreview } from './preview.ts';
import { readDateStyles, readSharedTexts, readSheet, type Cell } from './workbook-cells.ts';
import { openWorkbookParts, type WorkbookParts } from './workbook-parts.ts';

/** Throws for what is no workbook. */
export async function workbookPreview(bytes: Uint8Array): Promise<TablePreview> {
  const parts = await openWorkbookParts(bytes);
  try {
    const { sheets, first, startsIn1904 } = await readWorkbook(parts);
    const { rows, hasMoreRows, hasMoreColumns } = await readSheet(parts, first);
    const cells = rows.flat();
    const shared = cells.filter(({ type }) => type === 's').map(({ value }) => Number(value));
    const texts = await readSharedTexts(parts, new Set(shared));
    const dates = await readDateStyles(parts);
    const told = (cell: Cell): string => {
      if (cell.type === 's') return texts.get(Number(cell.value)) ?? '';
      if (cell.type === 'b') return cell.value === '1' ? 'TRUE' : 'FALSE';
      const shown = cell.type === 'n' ? dates.get(cell.style) : undefined;
      return shown === undefined ? cell.value : momentOf(cell.value, shown, startsIn1904);
    };
    return {
      kind: 'table',
      sheets,
      rows: rows.map((row) => lined(row, told)),
      hasMoreRows,
      hasMoreColumns,
    };
  } finally {
    parts.close();
  }
}

interface Workbook {
  readonly sheets: readonly string[];
  /** The part of the first one that has one. */
  readonly first: string;
  readonly startsIn1904: boolean;
}

const MOST_SHEETS = 100;

async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const sheets: { readonly name: string; readonly id: string }[] = [];
  let startsIn1904 = false;
  await parts.read('xl/workbook.xml', {
    open(tag, attributes) {
      const { name = '', date1904 = '' } = attributes;
      if (tag === 'workbookPr') startsIn1904 = date1904 === '1' || date1904 === 'true';
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      if (tag === 'sheet' && sheets.length < MOST_SHEETS) sheets.push({ name: cutCell(name), id });
    },
  });
  const targets = new Map<string, string>();
  await parts.read('xl/_rels/workbook.xml.rels', {
    open: (_, { Id = '', Target = '' }) => void targets.set(Id, Target.replace(/^\/?(xl\/)?/, '')),
  });
  const places = sheets.map(({ id }) => `xl/${targets.get(id) ?? ''}`);
  const first = places.find((place) => parts.has(place)) ?? 'xl/worksheets/sheet1.xml';
  if (!parts.has(first)) throw new TypeError('a ZIP file without a sheet');
  return { sheets: sheets.map(({ name }) => name), first, startsIn1904 };
}

/** Cells that are not there are blank. */
function lined(row: readonly Cell[], told: (cell: Cell) => string): string[] {
  const width = Math.min(
    PREVIEW_LIMITS.columns,
    Math.max(0, ...row.map(({ column }) => column + 1)),
  );
  const cells = Array.from({ length: width }, () => '');
  for (const cell of row) cells[cell.column] = cutCell(told(cell));
  return cells;
}

const DAY_MS = 86_400_000;

/** Days since 1900 as the first spreadsheet counted them, which took that year for a leap year. */
function momentOf(value: string, shown: 'date' | 'time' | 'both', startsIn1904: boolean): string {
  const days = Number(value);
  if (value === '' || !Number.isFinite(days) || days < 0 || days > 2_958_466) return value;
  const start = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const moment = new Date(Math.round(start / 1000 + (days * DAY_MS) / 1000) * 1000).toISOString();
  const [date, time] = [moment.slice(0, 10), moment.slice(11, 19)];
  if (shown === 'date') return date;
  return shown === 'time' ? time : `${date} ${time}`;
}
