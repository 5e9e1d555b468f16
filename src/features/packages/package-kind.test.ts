// Which kind of skill a package is (PKG-05), and what makes a document executable (DOC-02) or an API (API-01).

import { afterAll, expect, test } from 'vitest';
import { loadFiles, loadHead, removeTemporaryFolders } from './package-fixture.ts';

afterAll(removeTemporaryFolders);

const HEAD = 'name: weather\ndescription: Tells the weather.';
const SECRET = 'env:\n  - name: A_KEY\n    secret: true';

const PYTHON = { 'handler.py': 'async def execute(input_data, runtime_context):\n    return {}\n' };
const OPEN_API = { 'references/openapi.yaml': 'openapi: 3.0.0\n' };
const SCRIPT = { 'scripts/main.py': 'print(1)\n' };
interface PackageCase {
  readonly head?: string;
  readonly body?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const BASH = '```bash\ncurl https://example.com\n```\n';

test.each([
  ['a handler, whatever is declared', 'handler', { head: 'skill_type: knowledge', files: PYTHON }],
  ['a handler beside an OpenAPI file', 'handler', { files: { ...PYTHON, ...OPEN_API } }],
  [
    'a required secret, whatever is declared',
    'document',
    { head: `skill_type: knowledge\n${SECRET}` },
  ],
  ['a required secret and an OpenAPI file', 'api', { head: SECRET, files: OPEN_API }],
  ['a required secret and a command', 'script', { head: `${SECRET}\ncommand: scripts/main.py` }],
  ['a declared document', 'document', { head: 'skill_type: skill_md' }],
  [
    'a declared document with an OpenAPI file',
    'api',
    { head: 'skill_type: skill_md', files: OPEN_API },
  ],
  [
    'declared knowledge with code in it',
    'knowledge',
    { head: 'skill_type: knowledge', body: BASH },
  ],
  ['a declared script', 'script', { head: 'skill_type: script', files: SCRIPT }],
  ['a declared chain', 'chain', { head: 'skill_type: chain' }],
  ['a declared handler without its file', 'document', { head: 'skill_type: handler' }],
  ['a command', 'script', { head: 'command: python scripts/main.py' }],
  [
    'a schema and a main script',
    'script',
    { head: 'parameters: {city: {type: string}}', files: SCRIPT },
  ],
  ['scripts for the document to use', 'document', { body: 'Run scripts/main.py.', files: SCRIPT }],
  ['a fenced shell block', 'document', { body: BASH }],
  ['prose alone', 'knowledge', { body: 'Be kind.' }],
  ['a type that nobody knows', 'knowledge', { head: 'skill_type: magic', body: 'Be kind.' }],
] as const satisfies readonly (readonly [string, string, PackageCase])[])(
  'PKG-05 %s makes it a skill of kind %s',
  async (_, kind, { head = '', body = '', files = {} }: PackageCase) => {
    const text = `---\n${HEAD}\n${head}\n---\n${body}`;
    expect((await loadFiles({ 'SKILL.md': text, ...files })).kind).toBe(kind);
  },
);

test.each([
  ['prose', 'Answer kindly.', false],
  ['a fenced JSON block', '```json\n{}\n```', false],
  ['a fenced sh block', '```sh\nls\n```', true],
  ['a fenced bash block', '~~~bash\nls\n~~~', true],
  ['a fenced python block', '```python\nprint(1)\n```', true],
  ['a fenced js block', '  ```js\nx()\n  ```', true],
  ['a named script', 'Run `scripts/report.py` first.', true],
  ['the folder alone', 'Everything is in scripts/ below.', false],
  ['the base folder', 'See {baseDir}/data.', true],
])('a document with %s has something to execute: %s', async (_, body, expected) => {
  expect((await loadHead(HEAD, body)).hasExecutableReferences).toBe(expected);
});

test('a required program is something to execute', async () => {
  const skill = await loadHead(`${HEAD}\nmetadata: {"openclaw":{"requires":{"bins":["curl"]}}}`);
  expect(skill).toMatchObject({ hasExecutableReferences: true, kind: 'document' });
});

test.each([
  ['skillClass', 'metadata: {openclaw: {skillClass: my-api-skill}}', {}],
  ['authType', 'metadata: {openclaw: {authType: bearer_env}}', {}],
  ['openapi.yml at the root', '', { 'openapi.yml': 'x' }],
  ['openapi.json below api/', '', { 'api/openapi.json': '{}' }],
  ['openapi.yaml anywhere', '', { 'docs/deep/er/openapi.yaml': 'x' }],
  ['a whitelist', '', { 'references/endpoints_whitelist.yaml': 'x' }],
])('%s makes an API skill', async (_, head, files) => {
  const skill = await loadFiles({ 'SKILL.md': `---\n${HEAD}\n${head}\n---\n`, ...files });
  expect(skill.kind).toBe('api');
});

test('API-02 the file that made the skill an API skill is named', async () => {
  const skill = await loadFiles({
    'SKILL.md': `---\n${HEAD}\n---\n`,
    'docs/openapi.yaml': 'x',
    'spec/openapi.json': '{}',
    'node_modules/a/openapi.yaml': 'x',
  });
  const finding = skill.findings.find(({ rule }) => rule === 'api-by-file');
  expect(finding).toMatchObject({ severity: 'low', file: 'spec/openapi.json' });
  expect(finding?.fix.en).toMatch(/rename it/);
});
