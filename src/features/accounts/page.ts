// Listings come in pages: at most 200 entries, and a cursor for what follows.

import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';

export interface PageRequest {
  /** 1 to 200; 50 without it. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Give it as `after` for the next page; null where there is none. */
  readonly next: string | null;
}

const MOST = 200;
const USUAL = 50;

export interface PageBounds {
  readonly limit: number;
  /** Rows come in the order of `seq`, and those above this one are wanted. */
  readonly afterSeq: number;
}

/** Throws `request-invalid` for a limit out of bounds or a cursor that is none. */
export function pageBounds({ limit = USUAL, after }: PageRequest): PageBounds {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new AppError('request-invalid', accountTexts.limitInvalid(MOST));
  }
  if (after === undefined) return { limit, afterSeq: 0 };
  const afterSeq = /^\d{1,15}$/.test(after) ? Number(after) : Number.NaN;
  if (!Number.isSafeInteger(afterSeq)) {
    throw new AppError('request-invalid', accountTexts.cursorInvalid());
  }
  return { limit, afterSeq };
}

/** From one row more than the limit to the page. */
export function toPage<Row extends { readonly seq: number }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toItem(row)),
    next: rows.length > limit && last !== undefined ? String(last.seq) : null,
  };
}
