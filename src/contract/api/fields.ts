// The fields that many routes share: ids, names, moments, pages.

import * as z from 'zod';
import { fieldForm } from '../texts/field-texts.ts';

/** Nothing else reaches a handler, so a path that climbs (`..%2f`) is an id that does not exist. */
export const idSchema = z.string().regex(/^[\w-]{1,64}$/, fieldForm('id'));

export const momentSchema = z.iso.datetime();

export const MOST_NAME_CHARS = 200;

/** One line for people: a name, a title. */
export const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MOST_NAME_CHARS)
  // oxlint-disable-next-line no-control-regex -- exactly these are refused
  .regex(/^[^\u0000-\u001f\u007f]+$/, fieldForm('line'));

/** The same key again is the same wish: what it did the first time is answered. */
export const clientKeySchema = z.string().min(8).max(100).optional();

export const languageSchema = z.enum(['zh', 'en']);

/** A whole number in a query: text on the wire, a number for handlers and callers. */
export function queryNumber(least: number, most: number): z.ZodCodec<z.ZodString, z.ZodNumber> {
  return z.codec(
    z.string().regex(/^\d{1,15}$/, fieldForm('whole-number')),
    z.number().int().min(least).max(most),
    {
      decode: Number,
      encode: String,
    },
  );
}

export const noFields = z.strictObject({});

export const MOST_PAGE_ITEMS = 200;

/** What every listing takes. */
export const pageFields = {
  cursor: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'next_cursor of the page before.' }),
  limit: queryNumber(1, MOST_PAGE_ITEMS)
    .optional()
    .meta({ description: 'Items at most; 50 where absent.' }),
} as const;

export const pageQuery = z.strictObject(pageFields);

export const MOST_SEARCH_CHARS = 200;

export const searchQuery = z.strictObject({
  ...pageFields,
  search: z
    .string()
    .min(1)
    .max(MOST_SEARCH_CHARS)
    .optional()
    .meta({ description: 'Only what contains this, whatever the case.' }),
});

/** In a query: `true` or `false`. */
export const queryFlag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (flag) => (flag ? 'true' : 'false'),
});

export function pageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<
  { items: z.ZodArray<Item>; next_cursor: z.ZodNullable<z.ZodString> },
  z.core.$strict
> {
  return z.strictObject({
    items: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });
}
