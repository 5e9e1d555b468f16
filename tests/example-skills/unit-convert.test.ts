import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { qiao } from '../run-qiao.ts';
import { SKILLS, startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeAll(async () => {
  example = await startExample();
});
afterAll(() => example.end());

test.each([
  ['length 26.2 mi km', '42.1648128', true],
  ['length 1 in mm', '25.4', true],
  ['length 1 里 尺', '1500', true],
  ['length 1 m ft', '3.28083989501312', false],
  ['length 0.1 m nm', '100000000', true],
  ['mass 1 斤 g', '500', true],
  ['mass 150 lb kg', '68.0388555', true],
  ['temperature 100 °C °F', '212', true],
  ['temperature -40 °F °C', '-40', true],
  ['temperature 98.6 F C', '37', true],
  ['temperature 0 K °C', '-273.15', true],
  ['data 1 GiB MB', '1073.741824', true],
  ['data 100 Mb MB', '12.5', true],
  ['data 1 PB bit', '8000000000000000', true],
  ['time 1.5 h min', '90', true],
  ['time 1 周 天', '7', true],
  ['area 3 亩 m²', '2000', true],
  ['area 1 acre m2', '4046.8564224', true],
  ['volume 1 gal L', '3.785411784', true],
  ['volume 250 ml cup', '1.05668820943259', false],
  ['speed 100 km/h m/s', '27.7777777777778', false],
  ['speed 1 kn km/h', '1.852', true],
  ['length 1e-300 m km', '1e-303', true],
  ['length 1,234,567 mm km', '1.234567', true],
  ['length １２ m cm', '1200', true],
])('%s is %s', async (words, value, exact) => {
  const [kind = '', given = '', from = '', to = ''] = words.split(' ');
  expect(await convert(kind, given, from, to)).toMatchObject({
    success: true,
    data: { results: [{ value, exact }] },
    converted: 1,
    failed: 0,
  });
});

test('every unit converts to every other of its kind and back, exactly', async () => {
  const script = `
import sys; sys.path.insert(0, sys.argv[1])
from fractions import Fraction
from units import KINDS, USUAL
wrong, names = [], 0
for kind, units in KINDS.items():
    seen = {}
    for symbol, unit in units.items():
        for name in (symbol, *unit.names):
            names += 1
            if seen.setdefault(name, symbol) != symbol: wrong.append([kind, name])
        for other in units.values():
            base = Fraction(7, 3) * unit.factor + unit.offset
            back = ((base - other.offset) / other.factor) * other.factor + other.offset
            if back != base: wrong.append([kind, symbol])
    wrong += [[kind, each] for each in USUAL[kind] if each not in units]
import json; print(json.dumps({"wrong": wrong, "names": names}))
`;
  const folder = join(SKILLS, 'unit-convert/scripts');
  const answer = await example.run('python3', ['-B', '-c', script, folder]);
  expect(answer).toEqual({ wrong: [], names: expect.any(Number) });
});

test('names in Chinese and English are taken, and told', async () => {
  expect(await convert('length', '5', '公里', 'Miles')).toMatchObject({
    action_note: '公里 → km, Miles → mi',
    data: { unit: 'km', results: [{ unit: 'mi', name: 'mile 英里' }] },
  });
});

test('without a target the usual units are given, as a table', async () => {
  expect(await convert('mass', '1', 'kg')).toMatchObject({
    data: {
      results: [
        { unit: 'g', value: '1000' },
        { unit: 'lb' },
        { unit: 'oz' },
        { unit: '斤', value: '2' },
      ],
    },
    display_md: expect.stringContaining('| 1000 | g | gram 克 |'),
  });
});

test('ENV-11 some targets that are none make a partial answer that counts both', async () => {
  expect(await convert('length', '1', 'm', 'cm', 'kg', 'parsec')).toMatchObject({
    success: true,
    converted: 1,
    failed: 2,
    warning: expect.stringMatching(
      /^1 of 3 were converted\..*'kg' is no unit of length.*use kind mass/,
    ),
    data: { results: [{ value: '100' }] },
  });
});

test.each([
  [['length', '--value', 'abc', '--from', 'm'], 'value', 'must be a number'],
  [['length', '--value', '1e9999', '--from', 'm'], 'value', 'must be a number'],
  [['length', '--value', '1', '--from', 'parsec'], 'from', 'the units are'],
  [['length', '--value', '1', '--from', 'kg'], 'from', 'use kind mass'],
  [['length', '--value', '1', '--from', 'm', '--to', 's'], 'to', 'use kind time'],
  [['data', '--value', '1', '--from', 'mb'], 'from', 'MB or Mb'],
  [['temperature', '--value=-300', '--from', '°C'], 'value', 'absolute zero'],
  [['length', '--from', 'm'], 'value', 'required'],
  [['energy', '--value', '1', '--from', 'J'], 'kind', 'length, mass'],
  [[], 'kind', 'length, mass'],
])('ENV-15 %j is told with what to correct', async (words, name, told) => {
  expect(await run(words)).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: name,
    error: expect.stringContaining(told),
    user_message: expect.any(String),
  });
});

test('a number and a negative one reach the script through the platform', async () => {
  const input = JSON.stringify({ kind: 'temperature', value: -40, from: '华氏度', to: ['°C'] });
  const { stdout } = await qiao(['run', 'unit-convert', '--input', input, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'done',
    output: { data: { results: [{ value: '-40', unit: '°C' }] } },
  });
});

function convert(...[kind, value, from, ...to]: readonly string[]): Promise<unknown> {
  const targets = to.length === 0 ? [] : ['--to', ...to];
  return run([String(kind), `--value=${value}`, '--from', String(from), ...targets]);
}

function run(words: readonly string[]): Promise<unknown> {
  return example.run('python3', ['-B', join(SKILLS, 'unit-convert/scripts/main.py'), ...words]);
}
