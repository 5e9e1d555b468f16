// What the cells of a sheet hold, as a person would read it: shared texts and dates are looked up elsewhere.

import { PREVIEW_LIMITS } from './preview.ts';
import type { WorkbookParts, XmlReader } from './workbook-parts.ts';

export interface Cell {
  /** From 0. */
  readonly column: number;
  /** `s` shared text, `b` yes or no, `n` number; others as they are. */
  readonly type: string;
  readonly style: number;
  readonly value: string;
}

export interface SheetCells {
  readonly rows: readonly (readonly Cell[])[];
  readonly hasMoreRows: boolean;
  readonly hasMoreColumns: boolean;
}

const MOST_VALUE_CHARS = 2 * PREVIEW_LIMITS.characters;

export async function readSheet(parts: WorkbookParts, name: string): Promise<SheetCells> {
  const rows: Cell[][] = [];
  let cells: Cell[] | undefined;
  let cell: { type: string; style: number; column: number; value: string } | undefined;
  let isInValue = false;
  /** How a text is to be read aloud is no part of it. */
  let isPronounced = false;
  let next = 0;
  let hasMoreRows = false;
  let hasMoreColumns = false;
  await parts.read(name, {
    isDone: () => hasMoreRows,
    open(tag, { r = '', t = 'n', s = '0' }) {
      if (tag === 'row') {
        hasMoreRows ||= rows.length >= PREVIEW_LIMITS.rows;
        cells = [];
        next = 0;
      } else if (tag === 'c') {
        const column = columnOf(r) ?? next;
        next = column + 1;
        cell = { type: t, style: Number(s), column, value: '' };
      } else if (tag === 'rPh') isPronounced = true;
      else if (tag === 'v' || tag === 't') isInValue = !isPronounced;
    },
    text(text) {
      if (isInValue && cell !== undefined && cell.value.length < MOST_VALUE_CHARS)
        cell.value += text;
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isInValue = false;
      else if (tag === 'rPh') isPronounced = false;
      else if (tag === 'c' && cell !== undefined) {
        if (cell.column < PREVIEW_LIMITS.columns) cells?.push(cell);
        else hasMoreColumns ||= cell.value !== '';
        cell = undefined;
      } else if (tag === 'row' && cells !== undefined && !hasMoreRows) rows.push(cells);
    },
  });
  return { rows, hasMoreRows, hasMoreColumns };
}

/** `B3` is 1; undefined where it says nothing. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Those of the shared texts that are asked for, by their place. */
export async function readSharedTexts(
  parts: WorkbookParts,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  let place = -1;
  let isInText = false;
  let isPronounced = false;
  let text = '';
  const last = Math.max(-1, ...wanted);
  const reader: XmlReader = {
    isDone: () => place > last,
    open(tag) {
      if (tag === 'si') {
        place += 1;
        text = '';
      } else if (tag === 'rPh') isPronounced = true;
      else if (tag === 't') isInText = !isPronounced;
    },
    text(more) {
      if (isInText && text.length < MOST_VALUE_CHARS) text += more;
    },
    close(tag) {
      if (tag === 't') isInText = false;
      else if (tag === 'rPh') isPronounced = false;
      else if (tag === 'si' && wanted.has(place)) texts.set(place, text);
    },
  };
  if (last >= 0) await parts.read('xl/sharedStrings.xml', reader);
  return texts;
}

/** Which styles show a number as a date, as a time of day, or as both. */
export async function readDateStyles(
  parts: WorkbookParts,
): Promise<ReadonlyMap<number, 'date' | 'time' | 'both'>> {
  const formats = new Map<number, string>();
  const styles = new Map<number, 'date' | 'time' | 'both'>();
  let isInStyles = false;
  let place = 0;
  await parts.read('xl/styles.xml', {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') formats.set(Number(numFmtId), formatCode);
      else if (tag === 'cellXfs') isInStyles = true;
      else if (tag === 'xf' && isInStyles) {
        const shown = shownAs(Number(numFmtId), formats);
        if (shown !== undefined) styles.set(place, shown);
        place += 1;
      }
    },
    close(tag) {
      if (tag === 'cellXfs') isInStyles = false;
    },
  });
  return styles;
}

/** Excel's own, by number: from, to (with it), what they show. */
const USUAL_FORMATS = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'both'],
  [27, 36, 'date'],
  [45, 47, 'time'],
] as const;

function shownAs(
  format: number,
  formats: ReadonlyMap<number, string>,
): 'date' | 'time' | 'both' | undefined {
  const usual = USUAL_FORMATS.find(([from, to]) => format >= from && format <= to);
  if (usual !== undefined) return usual[2];
  // Without texts and colours, which may have the same letters.
  const code = (formats.get(format) ?? '').replaceAll(
    /"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi,
    '',
  );
  const [hasDate, hasTime] = [/[yd]/i.test(code), /[hs]/i.test(code)];
  if (hasDate) return hasTime ? 'both' : 'date';
  return hasTime ? 'time' : undefined;
}
