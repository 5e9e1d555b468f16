// What is said of a parameter schema that callers would stumble over.

import { afterAll, expect, test } from 'vitest';
import { loadFiles, loadHead, removeTemporaryFolders, rulesOf } from '../package-fixture.ts';

afterAll(removeTemporaryFolders);

const HEAD = 'name: weather\ndescription: Tells the weather.\n';
const ENTRY = 'def execute(a, b):\n    return {}\n';

test('RUN-05 faults of a handler’s schema have the line of their property', async () => {
  const { findings } = await loadFiles({
    'SKILL.md': `---\n${HEAD}---\n`,
    'handler.py': `INPUT_SCHEMA = {\n  "type": "object",\n  "properties": {\n    "city": {"type": "str"},\n    "days": "integer",\n  },\n  "required": ["town"],\n}\n${ENTRY}`,
  });
  expect(rulesOf(findings)).toEqual([
    'schema-type-unknown handler.py:4',
    'schema-property-odd handler.py:5',
    'schema-required-undeclared handler.py:1',
  ]);
  expect(findings[0]?.fix.en).toBe('Write type: string.');
  expect(findings[2]?.fix.en).toContain('city, days');
});

test.each([
  ['int', 'integer'],
  ['Float', 'number'],
  ['List[str]', 'array'],
  ['String', 'string'],
  ['dict', 'object'],
  ['wibble', 'string, number'],
])('RUN-05 the type %s is told to be %s', async (type, meant) => {
  const { findings } = await loadHead(`${HEAD}parameters:\n  city:\n    type: ${type}`);
  expect(rulesOf(findings)).toEqual(['schema-type-unknown SKILL.md:5']);
  expect(findings[0]?.fix.en).toContain(meant);
});

test('RUN-05 faults within arrays and objects are found', async () => {
  const schema = {
    type: 'object',
    properties: {
      rows: { type: 'array', items: { properties: { at: { type: 'int' } }, required: ['at'] } },
    },
  };
  const { findings } = await loadFiles({
    'SKILL.md': `---\n${HEAD}---\n`,
    'schema.json': JSON.stringify(schema, null, 1),
  });
  expect(rulesOf(findings)).toEqual(['schema-type-unknown schema.json:8']);
});

test.each([
  '{"properties": {"a": true, "b": {"type": ["string", "null"]}, "c": {"$ref": "#/x"}}}',
  '{"type": "object", "properties": {}, "required": ["a"]}',
  '{"properties": {"a": {}}, "anyOf": [{"properties": {"b": {}}}], "required": ["b"]}',
  '{"properties": {"type": {"enum": ["int"], "default": "int"}}, "required": ["type"]}',
])('RUN-05 %s has no fault', async (schema) => {
  const files = { 'SKILL.md': `---\n${HEAD}---\n`, 'schema.json': schema };
  expect((await loadFiles(files)).findings).toEqual([]);
});
