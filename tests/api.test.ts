// `qiao api`, and what `qiao inspect` says of API skills.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { apiReportSchema } from '#contract/api-report.ts';
import { inspectReportSchema } from '#contract/inspect-report.ts';
import { makeSkill } from './make-skill.ts';
import { qiao } from './run-qiao.ts';

const PETS = `openapi: 3.1.0
servers: [{ url: "https://api.example.com/v1" }, { url: "http://127.0.0.1:8080" }]
paths:
  /pets/{id}:
    get:
      operationId: pets.get
      summary: One pet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
`;
const NOTES = `base_url: https://api.example.com/v1
endpoints:
  - {id: search_notes, method: GET, path: /notes/search, required: [keyword], optional: [page]}
  - {id: note_detail, method: GET, path: /notes/detail, required: {oneOf: [note_id, url]}}
  - {method: POST, path: /notes, required: [text]}
`;
const INPUT = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };

/** What makes it one, a line of its front matter, files. */
const API_SKILLS: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['its class', 'metadata: {openclaw: {skillClass: my-api-skill}}', {}],
  ['its kind of key', 'metadata: {openclaw: {authType: bearer_env}}', {}],
  ['an OpenAPI file', '', { 'spec/openapi.yml': PETS }],
  [
    'an OpenAPI file anywhere',
    '',
    { 'docs/old/openapi.json': '{"openapi": "3.0.0", "paths": {}}' },
  ],
  ['a whitelist', '', { 'endpoints_whitelist.yml': NOTES }],
];

test.each(API_SKILLS)(
  'API-01 a document skill is an API skill by %s',
  async (_what, line, files) => {
    const manifest = `---\nname: pets\ndescription: Pets.\n${line}\n---\nUse it.\n`;
    const folder = await makeSkill('pets', { 'SKILL.md': manifest, ...files });
    const { stdout } = await qiao(['inspect', folder, '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ kind: 'api' }]);
  },
);

test('API-03 qiao api tells an OpenAPI file’s address, hosts and tools', async () => {
  const folder = await makeSkill('pets', { 'references/openapi.yaml': PETS });
  const { exitCode, stdout } = await qiao(['api', `${folder}/references/openapi.yaml`, '--json']);
  expect(exitCode).toBe(0);
  expect(apiReportSchema.strict().parse(JSON.parse(stdout))).toEqual({
    base_url: 'https://api.example.com/v1',
    hosts: ['api.example.com', '127.0.0.1:8080'],
    tools: [
      {
        name: 'pets_get',
        method: 'GET',
        path: '/pets/{id}',
        description: 'One pet',
        input_schema: INPUT,
      },
    ],
  });
  const told = await qiao(['api', `${folder}/references/openapi.yaml`]);
  expect(told.stdout).toContain('pets_get  GET /pets/{id}');
});

test('API-04 qiao api reads a whitelist: every parameter is a text', async () => {
  const folder = await makeSkill('notes', { 'references/endpoints_whitelist.yaml': NOTES });
  const { stdout } = await qiao(['api', `${folder}/references/endpoints_whitelist.yaml`, '--json']);
  const { base_url, hosts, tools } = apiReportSchema.parse(JSON.parse(stdout));
  expect({ base_url, hosts }).toEqual({
    base_url: 'https://api.example.com/v1',
    hosts: ['api.example.com'],
  });
  expect(tools).toMatchObject([
    {
      name: 'search_notes',
      input_schema: {
        properties: { keyword: { type: 'string' }, page: { type: 'string' } },
        required: ['keyword'],
      },
    },
    {
      name: 'note_detail',
      description: 'Give at least one of: note_id, url.',
      input_schema: { properties: { note_id: { type: 'string' }, url: { type: 'string' } } },
    },
    { name: 'post_notes', method: 'POST', input_schema: { required: ['text'] } },
  ]);
});

test('API-09 qiao api says of a broken file what is wrong where, and ends with 1; of none, with 2', async () => {
  const folder = await makeSkill('pets', { 'openapi.yaml': 'openapi: 3.0.0\npaths: [1\n' });
  const broken = await qiao(['api', `${folder}/openapi.yaml`]);
  expect(broken).toMatchObject({ exitCode: 1, stdout: '' });
  expect(broken.stderr).toContain('openapi.yaml:3:1: It is no valid YAML');
  expect(await qiao(['api', `${folder}/nothing.yaml`])).toMatchObject({ exitCode: 2 });
});

test('API-02 inspect fills in the tools of an API skill, and says which file made it one', async () => {
  const folder = await makeSkill('pets', { 'references/openapi.yaml': PETS });
  const { exitCode, stdout } = await qiao(['inspect', folder, '--json']);
  const [report] = inspectReportSchema.array().parse(JSON.parse(stdout));
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({
    kind: 'api',
    api: { tools: [{ name: 'pets_get', method: 'GET', path: '/pets/{id}', input_schema: INPUT }] },
    findings: [{ rule: 'api-by-file', file: 'references/openapi.yaml' }],
  });
});

test('API-09 inspect finds what is wrong with a description: critical where it can’t be used, medium where it can', async () => {
  const folder = await makeSkill('pets', {
    'references/openapi.yaml': 'openapi: 3.0.0\npaths: [1\n',
  });
  const { exitCode, stdout } = await qiao(['inspect', folder, '--json']);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([
    {
      api: null,
      findings: [
        { rule: 'api-by-file' },
        { rule: 'api-unusable', severity: 'critical', file: 'references/openapi.yaml', line: 3 },
      ],
    },
  ]);
  const open = await makeSkill('shop', {
    'openapi.json': JSON.stringify({ openapi: '3.0.0', paths: { '/a/{id}': { get: {} } } }),
  });
  const told = await qiao(['inspect', open, '--json']);
  expect(JSON.parse(told.stdout)).toMatchObject([
    {
      api: { tools: [{ name: 'get_a_id' }] },
      findings: [
        { rule: 'api-by-file' },
        { rule: 'api-placeholder-undeclared', severity: 'medium' },
      ],
    },
  ]);
});

test('API-09 a reader that went away is no fault', async () => {
  const folder = await makeSkill('pets', { 'openapi.yaml': PETS });
  const line = `node bin/qiao.mjs api '${folder}/openapi.yaml' --json | head -c 10`;
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe('{"base_url');
});
