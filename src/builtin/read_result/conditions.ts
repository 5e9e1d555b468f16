// Which rows are asked for: conditions that must all hold. Pure.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { ParameterProblem } from '../read-parameter.ts';
import { areEqual, cellOf, compareValues } from './cells.ts';

const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'exists'] as const;
type Operator = (typeof OPERATORS)[number];

/** By what a model writes: any word, those that every object has among them. */
const ALIASES: ReadonlyMap<string, Operator> = new Map([
  ['=', 'eq'],
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<>', 'ne'],
  ['>', 'gt'],
  ['>=', 'gte'],
  ['<', 'lt'],
  ['<=', 'lte'],
  ['ge', 'gte'],
  ['le', 'lte'],
  ['like', 'contains'],
]);

export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly value: JsonValue;
}

/** A list of conditions, one alone, or `{column: value}`. Throws a `ParameterProblem` where it is none of them. */
export function readConditions(given: JsonValue | undefined): readonly Condition[] {
  if (given === undefined) return [];
  const list: readonly JsonValue[] = Array.isArray(given) ? given : [given];
  return list.flatMap((each) => {
    if (!isJsonObject(each)) throw unreadable(each);
    const { column } = each;
    return typeof column === 'string' ? [conditionOf(column, each)] : shortConditions(each);
  });
}

/** Undefined where the cell is of another kind than what it is compared with. */
export function holds({ column, operator, value }: Condition, row: JsonValue): boolean | undefined {
  const cell = cellOf(row, column) ?? null;
  if (operator === 'exists') return (cell !== null) === (value !== false);
  if (operator === 'ne') return !areEqual(cell, value);
  if (operator === 'eq') return areEqual(cell, value);
  if (cell === null) return false;
  if (operator === 'in') return Array.isArray(value) && value.some((each) => areEqual(cell, each));
  if (operator === 'contains') return contains(cell, value);
  const order = compareValues(cell, value);
  return order === undefined ? undefined : ORDERS[operator](order);
}

const ORDERS = {
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
} as const;

function contains(cell: JsonValue, value: JsonValue): boolean {
  if (Array.isArray(cell)) return cell.some((each) => areEqual(each, value));
  const wanted = typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof cell === 'object') return isJsonObject(cell) && Object.hasOwn(cell, wanted);
  return String(cell).toLowerCase().includes(wanted.toLowerCase());
}

function conditionOf(column: string, given: JsonObject): Condition {
  const operator = operatorOf(given['op'] ?? given['operator'] ?? 'eq');
  const value = given['value'] ?? null;
  if (operator === undefined || (operator === 'in' && !Array.isArray(value)))
    throw unreadable(given);
  if (isOrder(operator) && (typeof value === 'object' || typeof value === 'boolean'))
    throw unreadable(given);
  return { column, operator, value };
}

/** `{"city": "Paris"}`, `{"amount": {"gt": 5}}`. */
function shortConditions(given: JsonObject): readonly Condition[] {
  return Object.entries(given).flatMap(([column, value]) => {
    if (!isJsonObject(value)) return [conditionOf(column, { op: 'eq', value })];
    return Object.entries(value).map(([op, inner]) => conditionOf(column, { op, value: inner }));
  });
}

function operatorOf(given: JsonValue): Operator | undefined {
  if (typeof given !== 'string') return undefined;
  const name = given.trim().toLowerCase().replace(/^\$/, '');
  return OPERATORS.find((each) => each === name) ?? ALIASES.get(name);
}

function isOrder(operator: Operator): operator is keyof typeof ORDERS {
  return Object.hasOwn(ORDERS, operator);
}

function unreadable(given: JsonValue): ParameterProblem {
  const told = JSON.stringify(given).slice(0, 200);
  return new ParameterProblem('where', readResultTexts.badCondition(told, OPERATORS));
}
