// How PostgreSQL's values come out: nothing is rounded, no day is moved by a time zone.

import { types as pgTypes, type CustomTypesConfig } from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIME = 1083;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/**
 * int8 is a number where that is exact, else text; numeric is text; date, time and timestamp are text as PostgreSQL
 * writes them; timestamptz is a `Date`.
 */
export const VALUE_TYPES: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    switch (oid) {
      case INT8:
        return (text: string) => exactNumber(text);
      case DATE:
      case TIME:
      case TIMESTAMP:
      case NUMERIC:
        return (text: string) => text;
      case TIMESTAMPTZ:
        return (text: string) => new Date(text);
      default:
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- PostgreSQL has more types than the driver names
        return pgTypes.getTypeParser(oid, format ?? 'text');
    }
  },
};

function exactNumber(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}
