// Columns as callers name them: which to show, to sort by, to group by.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { ParameterProblem } from '../read-parameter.ts';

/** What is longer is no column's name. */
export const MOST_COLUMN_CHARS = 500;

export interface SortColumn {
  readonly column: string;
  readonly isDescending: boolean;
}

/** A column, or several in a list or with commas between them. Throws a `ParameterProblem`. */
export function readColumns(name: string, given: JsonValue | undefined): readonly string[] {
  if (given === undefined) return [];
  const list: readonly JsonValue[] = typeof given === 'string' ? given.split(',') : asList(given);
  return list.map((each) => {
    if (typeof each !== 'string' || each.trim() === '')
      throw new ParameterProblem(name, readResultTexts.notColumns(name));
    return each.trim();
  });
}

/** `amount`, `-amount`, `amount desc`, `{"column": "amount", "desc": true}`, or a list of these. */
export function readSort(given: JsonValue | undefined): readonly SortColumn[] {
  if (given === undefined) return [];
  const list: readonly JsonValue[] = typeof given === 'string' ? given.split(',') : asList(given);
  return list.map((each) => {
    const { column, isDescending } = isJsonObject(each) ? describedSort(each) : writtenSort(each);
    if (column === '') throw new ParameterProblem('sort', readResultTexts.notColumns('sort'));
    return { column, isDescending };
  });
}

function describedSort({ column, desc, order }: JsonObject): SortColumn {
  return {
    column: typeof column === 'string' ? column : '',
    isDescending: desc === true || order === 'desc',
  };
}

function writtenSort(given: JsonValue): SortColumn {
  const isName = typeof given === 'string' && given.length <= MOST_COLUMN_CHARS;
  const [, minus, column = '', order] =
    (isName && /^(-?)(.*?)(?:\s+(asc|desc))?$/i.exec(given.trim())) || [];
  return { column, isDescending: minus === '-' || order?.toLowerCase() === 'desc' };
}

function asList(given: JsonValue): readonly JsonValue[] {
  return Array.isArray(given) ? given : [given];
}
