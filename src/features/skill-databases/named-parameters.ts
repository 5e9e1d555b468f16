// From a skill's SQL with `:name` (as SQLAlchemy's `text()` has it) to PostgreSQL's `$1`, leaving alone what only looks so.

import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import { findNames, type FoundName } from './find-names.ts';

export interface CompiledStatement {
  readonly text: string;
  readonly values: readonly JsonValue[];
}

/** PostgreSQL counts them in 16 bits. */
const MOST_PARAMETERS = 65_535;

/**
 * One statement for each set of parameters, each made when it is asked for. An object gives `:name` its values; a list
 * gives `$1, $2`; a list of objects with `:name` in the SQL executes once for each. `in :ids` with a list becomes
 * `in ($1, $2, …)`. Throws `input-invalid` where a name has no value, or there are too many.
 * @yields what to execute next
 */
export function* compileStatements(
  sql: string,
  parameters: JsonValue,
  mostSets: number,
): Generator<CompiledStatement, void> {
  const given = parameters ?? {};
  if (isJsonObject(given)) {
    yield compile(sql, findNames(sql), given);
    return;
  }
  if (!isList(given)) throw new AppError('input-invalid', skillDatabaseTexts.parametersShape());
  const names = given.length > 0 && given.every(isJsonObject) ? findNames(sql) : [];
  if (names.length === 0) {
    yield countedStatement(sql, given);
    return;
  }
  if (given.length > mostSets) {
    throw new AppError('input-invalid', skillDatabaseTexts.tooManySets(mostSets));
  }
  for (const each of given) if (isJsonObject(each)) yield compile(sql, names, each);
}

function countedStatement(text: string, values: readonly JsonValue[]): CompiledStatement {
  if (values.length <= MOST_PARAMETERS) return { text, values };
  throw new AppError('input-invalid', skillDatabaseTexts.tooManyParameters(MOST_PARAMETERS));
}

function compile(sql: string, names: readonly FoundName[], given: JsonObject): CompiledStatement {
  const values: JsonValue[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (name: string, value: JsonValue): number => {
    const number = numbers.get(name) ?? values.push(value);
    numbers.set(name, number);
    return number;
  };
  let text = '';
  let copied = 0;
  for (const { name, start, end } of names) {
    text += sql.slice(copied, start);
    copied = end;
    if (name === undefined) text += ':';
    else text += placeholder(name, valueOf(given, name), { before: text, values, numberOf });
  }
  return countedStatement(text + sql.slice(copied), values);
}

interface Placing {
  readonly before: string;
  readonly values: JsonValue[];
  readonly numberOf: (name: string, value: JsonValue) => number;
}

function placeholder(name: string, value: JsonValue, placing: Placing): string {
  const { before, values, numberOf } = placing;
  if (!isList(value) || !/\bin\s*$/i.test(before.slice(-40))) return `$${numberOf(name, value)}`;
  // An empty list is in nothing; `in ()` is no SQL.
  if (value.length === 0) return '(null)';
  return `(${value.map((each) => `$${values.push(each)}`).join(', ')})`;
}

function valueOf(given: JsonObject, name: string): JsonValue {
  if (Object.hasOwn(given, name)) return given[name] ?? null;
  throw new AppError('input-invalid', skillDatabaseTexts.missingParameter(name));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
