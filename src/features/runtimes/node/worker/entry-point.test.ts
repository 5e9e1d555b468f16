import { expect, test } from 'vitest';
import { parametersOf } from './entry-point.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** From source, so that no compiler tidies it first. */
function evaluated(source: string): AnyFunction {
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is this test's own
  const made: unknown = new Function(`return ${source}`)();
  return made as AnyFunction;
}

test.each([
  ['() => 1', 0],
  ['(/* nothing, here */) => 1', 0],
  ['input => 1', 1],
  ['async input => 1', 1],
  ['$in => 1', 1],
  ['(input) => 1', 1],
  ['(input,) => 1', 1],
  ['({ a, b }) => 1', 1],
  ['([a, b] = [1, 2]) => 1', 1],
  ['(input = f(1, [2, ")"], "\\"," + `,${1}`)) => 1', 1],
  ['(input /* , ctx */) => 1', 1],
  ['(input // , ctx\n) => 1', 1],
  ['(input, ctx = {}) => 1', 2],
  ['(input = {}, ctx = {}) => 1', 2],
  ['function (input, { db } = {}) {}', 2],
  ['async function named(input, ctx = ")") {}', 2],
  ['({ execute(input, ctx = 1) {} }).execute', 2],
  ['({ async "odd name"(input) {} })["odd name"]', 1],
  ['(...all) => 1', 2],
  ['(input, ...rest) => 1', 2],
  ['(a, b, c) => 1', 3],
  ['((input) => 1).bind(null)', 1],
  ['Math.abs', 1],
])('RUN-02 counts what %j declares', (source, count) => {
  expect(parametersOf(evaluated(source))).toBe(count);
});
