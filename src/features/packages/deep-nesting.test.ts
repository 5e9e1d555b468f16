// What is nested too deep, wherever a package says something: a finding that names the place, never a crash.

import { afterAll, expect, test } from 'vitest';
import {
  loadFiles,
  loadHead,
  readFiles,
  removeTemporaryFolders,
  rulesOf,
} from './package-fixture.ts';

afterAll(removeTemporaryFolders);

const HEAD = 'name: weather\ndescription: Tells.';
const SKILL = { 'SKILL.md': `---\n${HEAD}\n---\n` };

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

function schema(levels: number): string {
  return `{"type": "object", "properties": {"a": {"default": ${nested(levels)}}}}`;
}

test('an input_schema in front matter is left out, and that is why', async () => {
  const { schema: read, findings } = await loadHead(`${HEAD}\ninput_schema:\n  ${schema(500)}`);
  expect(read).toBeUndefined();
  expect(rulesOf(findings)).toContain('schema-too-deep SKILL.md:4');
});

test.each([
  ['5000 brackets', `input_schema:\n  ${schema(5000)}`, 5],
  ['25000 brackets', `requires: ${nested(25_000)}`, 4],
  ['metadata', `metadata: {"openclaw": {"requires": {"bins": ${nested(5000)}}}}`, 4],
  ['dashes', `a: 1\nrequires:\n  ${'- '.repeat(20_000)}x`, 6],
])('front matter that no reader can follow is told with its line: %s', async (_, written, line) => {
  const read = await readFiles({ 'SKILL.md': `---\n${HEAD}\n${written}\n---\n` });
  const findings = read.status === 'rejected' ? read.findings : [];
  expect(rulesOf(findings)).toContain(`front-matter-too-deep SKILL.md:${line}`);
});

test.each([
  ['handler.py', `INPUT_SCHEMA = ${schema(5000)}\n`, 1],
  ['handler.mjs', `\nexport const INPUT_SCHEMA =\n  ${schema(5000)};\n`, 3],
  ['schema.json', schema(5000), '-'],
  ['schema.json', schema(100_000), '-'],
])('a schema in %s is left out, and that is why', async (file, text, line) => {
  const { schema: read, findings } = await loadFiles({ ...SKILL, [file]: text });
  expect(read).toBeUndefined();
  expect(rulesOf(findings)).toContain(`schema-too-deep ${file}:${line}`);
});

test.each([
  ['handler.py', (text: string) => `INPUT_SCHEMA = ${text}\n`],
  ['handler.mjs', (text: string) => `export const INPUT_SCHEMA = ${text};\n`],
  ['schema.json', (text: string) => text],
])('a schema in %s may be nested some hundred levels deep', async (file, textOf) => {
  const { schema: read } = await loadFiles({ ...SKILL, [file]: textOf(schema(300)) });
  expect(read).toEqual(JSON.parse(schema(300)));
});

test('a schema.json that has to be mended too', async () => {
  const text = `${schema(5000).slice(0, -1)},}`;
  const { schema: read, findings } = await loadFiles({ ...SKILL, 'schema.json': text });
  expect(read).toBeUndefined();
  expect(rulesOf(findings)).toContain('schema-file-invalid schema.json:1');
});

test('metadata as JSON5 in a text is told with its line', async () => {
  const bins = `{"openclaw": {"requires": {"bins": ${nested(5000)}}}}`;
  const { findings } = await loadHead(`${HEAD}\nmetadata: '${bins}'`);
  expect(rulesOf(findings)).toContain('metadata-unreadable SKILL.md:4');
});

test.each(['requires', 'config', 'command', 'metadata'])(
  'a field that may be a gate keeps the package from loading: %s',
  async (key) => {
    const files = { 'SKILL.md': `---\n${HEAD}\n${key}: ${nested(600)}\n---\n` };
    const read = await readFiles(files);
    const findings = read.status === 'rejected' ? read.findings : [];
    expect(rulesOf(findings)).toContain('field-too-deep SKILL.md:4');
  },
);

test.each([
  [
    'an array',
    `name = "weather"\ndescription = "Tells."\na = ${nested(5000)}\n`,
    'skill-toml-invalid',
  ],
  ['dotted keys', `name = "weather"\n[requires.${'a.'.repeat(2000)}a]\nb = 1\n`, 'field-too-deep'],
])('skill.toml with %s', async (_, text, rule) => {
  const read = await readFiles({ 'skill.toml': text });
  const findings = read.status === 'rejected' ? read.findings : [];
  expect(findings).toContainEqual(expect.objectContaining({ rule, file: 'skill.toml' }));
});
