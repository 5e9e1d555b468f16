// Columns as callers name them: which to show, to sort by, to group by.

import { isJsonObject, type JsonValue } from '#base/json.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { ParameterProblem } from '../read-parameter.ts';

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
    if (isJsonObject(each) && typeof each['column'] === 'string')
      return {
        column: each['column'],
        isDescending: each['desc'] === true || each['order'] === 'desc',
      };
    const words =
      typeof each === 'string' ? /^\s*(-?)(.*?)(?:\s+(asc|desc))?\s*$/i.exec(each) : null;
    const column = words?.[2] ?? '';
    if (column === '') throw new ParameterProblem('sort', readResultTexts.notColumns('sort'));
    return { column, isDescending: words?.[1] === '-' || words?.[3]?.toLowerCase() === 'desc' };
  });
}

function asList(given: JsonValue): readonly JsonValue[] {
  return Array.isArray(given) ? given : [given];
}
