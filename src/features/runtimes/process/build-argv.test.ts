import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { buildArgv } from './build-argv.ts';

const argv = (input: JsonObject, schema?: JsonObject) =>
  buildArgv(input, schema).map(({ text }) => text);

test.each<[string, JsonObject, string[]]>([
  ['true is a flag', { verbose: true }, ['--verbose']],
  ['false is left out', { verbose: false }, []],
  ['a list follows its flag', { tags: ['a', 'b', 'c'] }, ['--tags', 'a', 'b', 'c']],
  ['an object is JSON', { filter: { a: [1, null] } }, ['--filter', '{"a":[1,null]}']],
  ['an underscore is a hyphen', { key_name: 'x' }, ['--key-name', 'x']],
  ['a key with a leading underscore is skipped', { _called_by: 'x', a: 'y' }, ['--a', 'y']],
  ['a number is its text', { n: 1.5, zero: 0 }, ['--n', '1.5', '--zero', '0']],
  ['null is left out', { n: null, list: [null, 1] }, ['--list', '1']],
  ['an empty list is left out', { list: [] }, []],
  ['an empty text is kept', { text: '' }, ['--text', '']],
  ['an empty key would end the options and is skipped', { '': 'x' }, []],
  [
    'lists and objects in a list are JSON',
    { l: [[1], { a: 2 }, true] },
    ['--l', '[1]', '{"a":2}', 'true'],
  ],
  ['nothing is split or quoted', { q: `a "b" 'c' $d\n;` }, ['--q', `a "b" 'c' $d\n;`]],
])('CLI-01 %s', (_, input, expected) => {
  expect(argv(input, {})).toEqual(expected);
});

test.each<[string, JsonObject, string[]]>([
  ['a text', { q: '--delete-all' }, ['--q=--delete-all']],
  ['a negative number', { n: -5 }, ['--n=-5']],
  ['the only value of a list', { l: ['-x'] }, ['--l=-x']],
  ['several values stand as they are', { l: ['-x', 'y'] }, ['--l', '-x', 'y']],
])('CLI-01 a value that looks like an option stays a value: %s', (_, input, expected) => {
  expect(argv(input, {})).toEqual(expected);
});

const CHOICE = { type: 'string', enum: ['list', 'add'] };

test.each<{ title: string; input: JsonObject; schema: JsonObject; expected: string[] }>([
  {
    title: 'the caller names it',
    input: { a: 1, _subcommand: 'list' },
    schema: {},
    expected: ['list', '--a', '1'],
  },
  {
    title: 'x-subcommand names its field',
    input: { a: 1, action: 'list' },
    schema: { 'x-subcommand': 'action' },
    expected: ['list', '--a', '1'],
  },
  {
    title: 'the only required field with an enum',
    input: { a: 1, mode: 'add' },
    schema: { properties: { mode: CHOICE, a: {} }, required: ['a', 'mode'] },
    expected: ['add', '--a', '1'],
  },
  {
    title: 'two such fields decide nothing',
    input: { x: 'list', y: 'add' },
    schema: { properties: { x: CHOICE, y: CHOICE }, required: ['x', 'y'] },
    expected: ['--x', 'list', '--y', 'add'],
  },
  {
    title: 'an optional field with an enum is an option',
    input: { x: 'list' },
    schema: { properties: { x: CHOICE } },
    expected: ['--x', 'list'],
  },
  {
    title: 'the caller wins, and the same word is not said twice',
    input: { action: 'list', _subcommand: 'list' },
    schema: { 'x-subcommand': 'action' },
    expected: ['list'],
  },
  {
    title: 'the caller wins, and another word stays an option',
    input: { action: 'add', _subcommand: 'list' },
    schema: { 'x-subcommand': 'action' },
    expected: ['list', '--action', 'add'],
  },
  {
    title: 'without a value there is none',
    input: { a: 1 },
    schema: { 'x-subcommand': 'action' },
    expected: ['--a', '1'],
  },
  {
    title: 'a value that is no word stays an option',
    input: { action: { a: 1 } },
    schema: { 'x-subcommand': 'action' },
    expected: ['--action', '{"a":1}'],
  },
])('CLI-02 $title', ({ input, schema, expected }) => {
  expect(argv(input, schema)).toEqual(expected);
});

test('CLI-03 x-cli-positional gives the place, before the options', () => {
  const schema = {
    properties: { to: { 'x-cli-positional': 2 }, from: { 'x-cli-positional': 1 }, f: {} },
  };
  expect(argv({ f: true, to: 'b', from: ['a', 'c'] }, schema)).toEqual(['a', 'c', 'b', '--f']);
});

test('CLI-03 without a schema prompts, args and *_args are positional', () => {
  expect(argv({ x: 1, prompts: ['p', 'q'], args: 'a b', more_args: [{ k: 1 }] })).toEqual([
    'p',
    'q',
    'a b',
    '{"k":1}',
    '--x',
    '1',
  ]);
});

test('CLI-03 with a schema the names mean nothing', () => {
  expect(argv({ args: 'a' }, { properties: { args: {} } })).toEqual(['--args', 'a']);
});

test('CLI-03 positional values that look like options come last, after --', () => {
  expect(argv({ args: ['-rf', 'x'], n: 1, _subcommand: 'go' })).toEqual([
    'go',
    '--n',
    '1',
    '--',
    '-rf',
    'x',
  ]);
});

test('CLI-01 every argument knows the key that it came from', () => {
  expect(
    buildArgv({ _subcommand: 's', args: ['p'], key_name: ['v'] }, undefined).map(({ key }) => key),
  ).toEqual(['_subcommand', 'args', 'key_name', 'key_name']);
});
