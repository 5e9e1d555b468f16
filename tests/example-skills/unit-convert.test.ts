import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { qiao } from '../run-qiao.ts';
import { SKILLS, startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeAll(async () => {
  example = await startExample();
});
afterAll(() => example.end());

/** As the measures themselves are defined, by one another. */
const KNOWN = [
  ['length', '1', 'mi', 'yd', '1760'],
  ['length', '1', 'yd', 'ft', '3'],
  ['length', '1', 'ft', 'in', '12'],
  ['length', '127', 'nmi', 'm', '235204'],
  ['length', '1', '里', '丈', '150'],
  ['length', '1', '丈', '寸', '100'],
  ['length', '3', '尺', 'm', '1'],
  ['mass', '1', 'st', 'lb', '14'],
  ['mass', '1', 'lb', 'oz', '16'],
  ['mass', '5', 'ct', 'g', '1'],
  ['mass', '1', '斤', '钱', '100'],
  ['mass', '1', 't', '斤', '2000'],
  ['temperature', '0', '°C', '°F', '32'],
  ['temperature', '0', '°C', '°R', '491.67'],
  ['temperature', '0', '°F', '°R', '459.67'],
  ['data', '1', 'PiB', 'GiB', '1048576'],
  ['data', '8', 'Gb', 'GB', '1'],
  ['time', '1', 'yr', 'd', '365.25'],
  ['time', '1', 'wk', 'h', '168'],
  ['area', '1', 'mi²', 'acre', '640'],
  ['area', '1', 'acre', 'ft²', '43560'],
  ['area', '1', 'ft²', 'in²', '144'],
  ['area', '15', '亩', 'ha', '1'],
  ['volume', '1', 'gal', 'fl oz', '128'],
  ['volume', '1', 'cup', 'tbsp', '16'],
  ['volume', '1', 'tbsp', 'tsp', '3'],
  ['volume', '77', 'ft³', 'gal', '576'],
  ['volume', '100', 'imp gal', 'L', '454.609'],
  ['speed', '1', 'c', 'km/h', '1079252848.8'],
  ['speed', '15', 'mph', 'ft/s', '22'],
] as const;

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

test('every unit converts to every other of its kind and back, exactly, and each name is of one', async () => {
  const script = `
import sys; sys.path.insert(0, sys.argv[1])
import json
from fractions import Fraction
from main import KINDS, USUAL, Refusal, from_base, to_base, unit_of
wrong, names, value = [], 0, Fraction(7, 3)
for kind, units in KINDS.items():
    for symbol, unit in units.items():
        for name in (symbol, *unit.names):
            names += 1
            try:
                if unit_of(kind, name, "from")[0] != symbol: wrong.append([kind, name])
            except Refusal: wrong.append([kind, name])
        for other in units:
            there = from_base(kind, to_base(kind, value, symbol), other)
            if from_base(kind, to_base(kind, there, other), symbol) != value: wrong.append([kind, symbol, other])
    wrong += [[kind, each] for each in USUAL[kind] if each not in units]
print(json.dumps({"wrong": wrong, "names": names}))
`;
  expect(await runScript(script)).toEqual({ wrong: [], names: expect.any(Number) });
});

test('what is known from elsewhere is what the conversion says', async () => {
  const script = `
import sys; sys.path.insert(0, sys.argv[1])
import json
from main import convert, parser
def value_of(kind, value, source, target):
    return convert(parser().parse_args([kind, "--value=" + value, "--from", source, "--to", target]))["data"]["results"][0]["value"]
print(json.dumps([value_of(*each) for each in json.loads(sys.argv[2])]))
`;
  const asked = KNOWN.map((known) => known.slice(0, -1));
  expect(await runScript(script, JSON.stringify(asked))).toEqual(
    KNOWN.map((known) => known.at(-1)),
  );
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

test('ENV-11 no target is left out without a word: more than are taken are refused', async () => {
  const targets = Array.from({ length: 21 }, () => 'cm');
  expect(await convert('length', '1', 'm', ...targets)).toMatchObject({
    success: false,
    need_param: 'to',
    error: 'to may name at most 20 units; 21 were given',
  });
  expect(await convert('length', '1', 'm', ...targets.slice(1))).toMatchObject({ converted: 20 });
});

test.each([
  [['length', '--value', 'abc', '--from', 'm'], 'value', 'must be a number'],
  [['length', '--value', '1e9999', '--from', 'm'], 'value', 'must be a number'],
  [['length', '--value', '1', '--from', 'parsec'], 'from', 'the units are'],
  [['length', '--value', '1', '--from', 'kg'], 'from', 'use kind mass'],
  [['length', '--value', '1', '--from', 'm', '--to', 's'], 'to', 'use kind time'],
  [['data', '--value', '1', '--from', 'mb'], 'from', 'MB or Mb'],
  [['temperature', '--value=-300', '--from', '°C'], 'value', 'absolute zero'],
  [['temperature', '--value=-300.5', '--from', '°C'], 'value', '-300.5 °C is below absolute zero'],
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

function runScript(script: string, ...words: readonly string[]): Promise<unknown> {
  const folder = join(SKILLS, 'unit-convert/scripts');
  return example.run('python3', ['-B', '-c', script, folder, ...words]);
}

function run(words: readonly string[]): Promise<unknown> {
  return example.run('python3', ['-B', join(SKILLS, 'unit-convert/scripts/main.py'), ...words]);
}
