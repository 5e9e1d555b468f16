// Keys that handlers read from their input, found in their code (CFG-01 (2)).

import { expect, test } from 'vitest';
import { readInputKeys } from './input-keys.ts';

test.each([
  ['a subscript', 'async def execute(input_data, ctx):\n    return input_data["city"]', ['city']],
  [
    'get, pop, setdefault',
    "def execute(input_data, ctx):\n    input_data.get('a'); input_data.pop('b', 1); input_data.setdefault('c', 2)",
    ['a', 'b', 'c'],
  ],
  [
    'another parameter name',
    'async def run(args: dict, ctx=None):\n    return args["city"]',
    ['city'],
  ],
  [
    'an alias',
    'async def execute(input_data, ctx):\n    p = input_data or {}\n    return p.get("city")',
    ['city'],
  ],
  ['membership', 'async def execute(input_data, ctx):\n    return "city" in input_data', ['city']],
  [
    'another function',
    'def helper(input_data):\n    return input_data["deep"]\nasync def execute(input_data, ctx):\n    return helper(input_data)',
    ['deep'],
  ],
  [
    'an f-string',
    'async def execute(input_data, ctx):\n    return f"hi {input_data[\'name\']}"',
    ['name'],
  ],
  [
    'neither comments nor texts',
    'async def execute(input_data, ctx):\n    """input_data["no"]"""\n    # input_data["nope"]\n    return \'input_data["none"]\'',
    [],
  ],
  [
    'not the context',
    'async def execute(input_data, ctx):\n    return ctx["db"], other.input_data["x"]',
    [],
  ],
  ['not computed keys', 'async def execute(input_data, ctx):\n    return input_data[key]', []],
  [
    'the entry in the order of names',
    'def main(a):\n    a["x"]\ndef execute(b, c):\n    b["y"]',
    ['y'],
  ],
  ['no entry', 'def other(a):\n    return a["x"]', []],
])('Python: %s', (_, source, keys) => {
  expect(readInputKeys(source, 'python')).toEqual(keys);
});

test.each([
  ['a property', 'export async function execute(input, ctx) { return input.city; }', ['city']],
  [
    'an optional property',
    'export async function execute(input: any, ctx: any) { return input?.city ?? input?.["x"]; }',
    ['city', 'x'],
  ],
  ['an index', "export async function execute(input, ctx) { return input['city']; }", ['city']],
  [
    'a pattern as parameter',
    "export async function execute({ city, days = 3, 'unit': u, deep: { x }, ...rest }: Input, ctx) {}",
    ['city', 'days', 'unit', 'deep'],
  ],
  [
    'a pattern in the body',
    'export async function execute(input, ctx) {\n  const { city, days: d = f(1, 2) } = input;\n}',
    ['city', 'days'],
  ],
  [
    'a pattern of a fallback',
    'export async function execute(input, ctx) {\n  const { city } = input ?? {};\n}',
    ['city'],
  ],
  ['an arrow', 'export const execute = async (args: Input, ctx: Context) => args.city;', ['city']],
  [
    'a method of the default export',
    'export default {\n  async execute(input, ctx) {\n    return input.city;\n  },\n};',
    ['city'],
  ],
  [
    'a default function',
    'export default async function (input, ctx) { return input.city; }',
    ['city'],
  ],
  ['CommonJS', 'exports.execute = async function (input, ctx) { return input.city; };', ['city']],
  [
    'an alias',
    'export async function execute(input, ctx) {\n  const data = input as Input;\n  return data.city;\n}',
    ['city'],
  ],
  [
    'a template',
    'export async function execute(input, ctx) { return `hi ${input.name}`; }',
    ['name'],
  ],
  [
    'neither comments nor texts',
    "export async function execute(input, ctx) { /* input.no */ return 'input.nope'; // input.none\n}",
    [],
  ],
  [
    'not a pattern of something else',
    'export async function execute(input, ctx) {\n  const { db } = ctx;\n  const { rows } = input.table;\n}',
    ['table'],
  ],
])('TypeScript: %s', (_, source, keys) => {
  expect(readInputKeys(source, 'node')).toEqual(keys);
});
