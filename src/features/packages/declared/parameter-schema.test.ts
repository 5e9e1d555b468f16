// Parameter schemas, from wherever a package has them.

import { afterAll, expect, test } from 'vitest';
import { loadFiles, removeTemporaryFolders, rulesOf } from '../package-fixture.ts';

afterAll(removeTemporaryFolders);

const SKILL = { 'SKILL.md': '---\nname: weather\ndescription: Tells.\n---\n' };
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const JSON_TEXT = JSON.stringify(SCHEMA);
const PYTHON_ENTRY = '\nasync def execute(input_data, runtime_context):\n    return {}\n';

test.each([
  ['JSON as Python', `INPUT_SCHEMA = ${JSON_TEXT}`],
  [
    'single quotes, comments, trailing commas',
    "INPUT_SCHEMA = {  # the input\n  'type': 'object',\n  'properties': {'city': {'type': 'string',},},\n  'required': ['city',],\n}",
  ],
  ['an annotation', `INPUT_SCHEMA: dict[str, object] = ${JSON_TEXT}`],
  [
    'texts side by side',
    `INPUT_SCHEMA = {"type": ("obj"\n "ect"), "properties": {"city": {"type": "str" 'ing'}}, "required": ["ci" "ty"]}`,
  ],
  [
    'a tuple',
    `INPUT_SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ("city",)}`,
  ],
  [
    'constants above it',
    `_CITY = {"type": "string"}\nKEYS = ["city"]\nINPUT_SCHEMA = {"type": "object", "properties": {"city": _CITY}, "required": list(KEYS)}`,
  ],
  [
    'spreads',
    `BASE = {"type": "object"}\nINPUT_SCHEMA = {**BASE, "properties": {"city": {"type": "string"}}, "required": [*["city"]]}`,
  ],
  [
    'a docstring that shows another',
    `"""\nINPUT_SCHEMA = {"type": "string"}\n"""\nINPUT_SCHEMA = ${JSON_TEXT}`,
  ],
])('RUN-05 reads INPUT_SCHEMA of handler.py written with %s', async (_, code) => {
  const skill = await loadFiles({ ...SKILL, 'handler.py': `import os\n${code}\n${PYTHON_ENTRY}` });
  expect(skill.schema).toEqual(SCHEMA);
  expect(skill.findings).toEqual([]);
});

test('RUN-05 reads every literal of Python as JSON has it', async () => {
  const code = String.raw`INPUT_SCHEMA = {"type": "object", "x": [True, False, None, -1, 1_000, 0x10, 1.5e2, r"\d", "\u5929\n\x41", '''a
b''', "it's", f"plain"]}`;
  const skill = await loadFiles({ ...SKILL, 'handler.py': code + PYTHON_ENTRY });
  expect(skill.schema).toEqual({
    type: 'object',
    x: [true, false, null, -1, 1000, 16, 150, String.raw`\d`, '天\nA', 'a\nb', "it's", 'plain'],
  });
});

test.each([
  ['a call', 'INPUT_SCHEMA = build_schema()'],
  ['a comprehension', 'INPUT_SCHEMA = {"type": "object", "properties": {k: {} for k in KEYS}}'],
  ['an f-string', 'INPUT_SCHEMA = {"type": "object", "title": f"{NAME}"}'],
  ['a condition', `INPUT_SCHEMA = ${JSON_TEXT} if DEBUG else {}`],
  ['a method', `INPUT_SCHEMA = ${JSON_TEXT}.copy()`],
  ['itself', 'INPUT_SCHEMA = {"a": INPUT_SCHEMA}'],
  ['bytes', 'INPUT_SCHEMA = {"type": b"object"}'],
  ['no end', 'INPUT_SCHEMA = {"type": "object",'],
  ['thousands of brackets', `INPUT_SCHEMA = ${'['.repeat(5000)}`],
])('RUN-05 a schema with %s is told, never run', async (_, code) => {
  const marker = 'import sys; sys.exit("this file was run")';
  const skill = await loadFiles({ ...SKILL, 'handler.py': `${marker}\n${code}\n${PYTHON_ENTRY}` });
  expect(skill.schema).toBeUndefined();
  const finding = skill.findings.find(({ rule }) => /^schema-(not-literal|too-deep)$/.test(rule));
  expect(finding).toMatchObject({ file: 'handler.py', severity: 'high' });
  expect(finding?.line).toBeGreaterThan(1);
});

const NODE_ENTRY = '\nexport async function execute(input, ctx) { return {}; }\n';

test.each([
  ['handler.ts', 'as const', `export const INPUT_SCHEMA = ${JSON_TEXT} as const;`],
  [
    'handler.ts',
    'satisfies',
    `export const INPUT_SCHEMA = ${JSON_TEXT} as const satisfies JsonSchema<Input, 'x'>;`,
  ],
  ['handler.ts', 'a type', `export const INPUT_SCHEMA: Record<string, unknown> = ${JSON_TEXT}`],
  [
    'handler.ts',
    'bare keys and comments',
    "export const INPUT_SCHEMA = {\n  // the input\n  type: 'object' as const,\n  properties: { city: { type: `string` } }, /* one */\n  required: ['city'] as string[],\n};",
  ],
  [
    'handler.ts',
    'constants',
    "const required = ['city'];\nconst city = { type: 'string' };\nexport const INPUT_SCHEMA = { type: 'object', properties: { city }, required: [...required] };",
  ],
  ['handler.js', 'CommonJS', `module.exports.INPUT_SCHEMA = ${JSON_TEXT};`],
  ['handler.mjs', 'Object.freeze', `export const INPUT_SCHEMA = Object.freeze(${JSON_TEXT});`],
  [
    'handler.ts',
    'a comment that shows another',
    `// export const INPUT_SCHEMA = {};\nexport const INPUT_SCHEMA = ${JSON_TEXT};`,
  ],
])('RUN-05 reads INPUT_SCHEMA of %s written with %s', async (file, _, code) => {
  const skill = await loadFiles({ ...SKILL, [file]: `${code}\n${NODE_ENTRY}` });
  expect(skill.schema).toEqual(SCHEMA);
  expect(skill.findings).toEqual([]);
});

test.each([
  ['a call', 'export const INPUT_SCHEMA = z.object({});'],
  ['a template with a value', 'export const INPUT_SCHEMA = { type: `${kind}` };'],
  ['a method', 'export const INPUT_SCHEMA = { toJSON() { return {}; } };'],
])('RUN-05 a TypeScript schema with %s is told', async (_, code) => {
  const skill = await loadFiles({ ...SKILL, 'handler.ts': `${code}\n${NODE_ENTRY}` });
  expect(skill.schema).toBeUndefined();
  expect(rulesOf(skill.findings)).toEqual(['schema-not-literal handler.ts:1']);
});

test.each([
  ['schema.json', { 'schema.json': JSON_TEXT }],
  [
    'schema.json of a function tool',
    { 'schema.json': `{"type":"function","function":{"name":"x","parameters":${JSON_TEXT}}}` },
  ],
  [
    'input_schema',
    { 'SKILL.md': `---\nname: weather\ndescription: x\ninput_schema: ${JSON_TEXT}\n---\n` },
  ],
  [
    'a block of parameters',
    {
      'SKILL.md':
        '---\nname: weather\ndescription: x\nparameters:\n  type: object\n  properties:\n    city: {type: string}\n  required: [city]\n---\n',
    },
  ],
  [
    'parameters by name',
    {
      'SKILL.md':
        '---\nname: weather\ndescription: x\nparameters:\n  city: {type: string, required: true}\n---\n',
    },
  ],
  [
    'a list of parameters',
    {
      'SKILL.md':
        '---\nname: weather\ndescription: x\nparameters:\n  - {name: city, type: string, required: true}\n---\n',
    },
  ],
  [
    'skill.toml',
    {
      'skill.toml':
        '[skill]\nname = "weather"\ndescription = "x"\n[input_schema]\ntype = "object"\nrequired = ["city"]\n[input_schema.properties.city]\ntype = "string"\n',
    },
  ],
])('RUN-05 reads %s', async (_, files) => {
  const skill = await loadFiles({ ...SKILL, ...files });
  expect(skill.schema).toEqual(SCHEMA);
});

test('RUN-05 the handler comes before schema.json, and that before the front matter', async () => {
  const files = {
    'SKILL.md': '---\nname: weather\ndescription: x\nparameters: {c: {type: string}}\n---\n',
    'schema.json': '{"type":"object","properties":{"b":{}}}',
  };
  expect((await loadFiles(files)).schema).toMatchObject({ properties: { b: {} } });
  const handler = `INPUT_SCHEMA = {"type": "object", "properties": {"a": {}}}\n${PYTHON_ENTRY}`;
  const skill = await loadFiles({ ...files, 'handler.py': handler });
  expect(skill.schema).toMatchObject({ properties: { a: {} } });
});

test('RUN-05 a broken schema.json names its line', async () => {
  const skill = await loadFiles({
    ...SKILL,
    'schema.json': '{\n  "type": "object",\n  "properties": {},,\n}',
  });
  expect(skill.schema).toBeUndefined();
  expect(rulesOf(skill.findings)).toContain('schema-file-invalid schema.json:3');
});

test('RUN-05 a schema.json with a trailing comma is used and told', async () => {
  const skill = await loadFiles({
    ...SKILL,
    'schema.json': '{"type": "object", "properties": {},}',
  });
  expect(skill.schema).toEqual({ type: 'object', properties: {} });
  expect(rulesOf(skill.findings)).toEqual(['schema-file-invalid schema.json:1']);
});
