// API skills in a conversation: the tools a model is given, what it may call, and what it gets.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { chatEventSchema, type ChatEvent } from '#contract/chat-events.ts';
import { makeSkill } from './make-skill.ts';
import { qiao, type Ended } from './run-qiao.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from './stubs/openai-stub.ts';

let stub: OpenAiStub | undefined;
let server: Server | undefined;
const received: string[] = [];
afterEach(async () => {
  await stub?.close();
  server?.close();
  server?.closeAllConnections();
  received.length = 0;
});

/** Answers what was asked, with the key that came along. */
async function startApi(): Promise<number> {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    if (request.url === '/v1/gone') response.statusCode = 404;
    response.end(
      JSON.stringify({ url: request.url, key: request.headers.authorization ?? 'none' }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function describe(port: number, paths: object): string {
  return JSON.stringify({
    openapi: '3.0.3',
    servers: [{ url: `http://127.0.0.1:${port}/v1` }],
    paths,
  });
}

const MANIFEST =
  '---\nname: pets\ndescription: The pet shop.\nenv:\n  - {name: PETS_KEY, required: false, secret: true}\n---\n';
const PETS = {
  '/pets/{id}': {
    get: {
      operationId: 'getPet',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    },
  },
  '/gone': { get: { operationId: 'gone' } },
};

async function environmentFor(
  port: number,
  steps: readonly OpenAiStep[],
): Promise<Record<string, string>> {
  stub = await startOpenAiStub(steps);
  return {
    QIAO_MODEL: 'openai/stub',
    OPENAI_BASE_URL: stub.baseUrl,
    OPENAI_API_KEY: 'sk-test-key',
    QIAO_ALLOW_HOSTS: `127.0.0.1:${port}`,
  };
}

function eventsOf({ stdout }: Ended): ChatEvent[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => chatEventSchema.parse(JSON.parse(line)));
}

const call = (name: string, input: object): OpenAiStep => ({ calls: [{ name, arguments: input }] });
const resultOf = (ended: Ended, tool: string) =>
  eventsOf(ended).find((event) => event.type === 'tool-finished' && event.tool === tool);

/** What the model was offered with its first request. */
function toolsGiven(): readonly { readonly name: string; readonly parameters: unknown }[] {
  const body: unknown = stub?.requests[0]?.body;
  const { tools = [] } = body as { tools?: { function: { name: string; parameters: unknown } }[] };
  return tools.map((tool) => tool.function);
}

test('API-03 a small API is its operations as tools; the key goes to the API and to nobody else', async () => {
  const port = await startApi();
  const folder = await makeSkill('pets', {
    'SKILL.md': MANIFEST,
    'references/openapi.json': describe(port, PETS),
  });
  const config = join(folder, '..', 'config.json');
  await writeFile(config, JSON.stringify({ pets: { PETS_KEY: 'pets-secret-1' } }));
  const environment = await environmentFor(port, [call('getPet', { id: '7' }), { text: 'Done.' }]);
  const ended = await qiao(['chat', 'go', '--json', '--skills', folder, '--config', config], {
    environment,
  });
  expect(toolsGiven()).toContainEqual(
    expect.objectContaining({
      name: 'getPet',
      parameters: expect.objectContaining({
        properties: { id: { type: 'integer' } },
        required: ['id'],
      }),
    }),
  );
  expect(toolsGiven().map(({ name }) => name)).not.toContain('pets');
  expect(resultOf(ended, 'getPet')).toMatchObject({
    status: 'done',
    result: { success: true, response: { url: '/v1/pets/7', key: 'Bearer ***' } },
  });
  expect(JSON.stringify(stub?.requests)).not.toContain('pets-secret-1');
});

test('API-07 a missing parameter costs nothing and is corrected; an endpoint that is gone is banned', async () => {
  const port = await startApi();
  const folder = await makeSkill('pets', {
    'SKILL.md': MANIFEST,
    'openapi.json': describe(port, PETS),
  });
  const environment = await environmentFor(port, [
    call('getPet', {}),
    call('getPet', { id: 7 }),
    call('gone', {}),
    { text: 'Done.' },
  ]);
  const ended = await qiao(['chat', 'go', '--json', '--skills', folder], { environment });
  const end = eventsOf(ended).at(-1);
  expect(resultOf(ended, 'getPet')).toMatchObject({
    result: { need_param: 'id', error_type: 'recoverable' },
  });
  expect(end).toMatchObject({
    type: 'turn-finished',
    text: 'Done.',
    failures: 1,
    banned: ['gone'],
  });
  expect(received).toEqual(['GET /v1/pets/7', 'GET /v1/gone']);
});

test('API-08 of a large API a model searches, reads and calls', async () => {
  const port = await startApi();
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      `/things/${at}`,
      { get: { operationId: `thing${at}`, summary: `Thing number ${at}` } },
    ]),
  );
  const folder = await makeSkill('pets', {
    'SKILL.md': MANIFEST,
    'openapi.json': describe(port, { ...many, ...PETS }),
  });
  const environment = await environmentFor(port, [
    call('pets_search', { query: 'get a pet' }),
    call('pets_describe', { operation: 'getPet' }),
    call('pets_call', { operation: 'getPet', arguments: { id: 7 } }),
    { text: 'Done.' },
  ]);
  const ended = await qiao(['chat', 'go', '--json', '--skills', folder], { environment });
  expect(
    toolsGiven()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('pets')),
  ).toEqual(['pets_call', 'pets_describe', 'pets_search']);
  expect(resultOf(ended, 'pets_search')).toMatchObject({
    result: {
      total: 302,
      operations: expect.arrayContaining([
        expect.objectContaining({ name: 'getPet', path: '/pets/{id}' }),
      ]),
    },
  });
  expect(resultOf(ended, 'pets_describe')).toMatchObject({
    result: { input_schema: { required: ['id'] } },
  });
  expect(resultOf(ended, 'pets_call')).toMatchObject({
    status: 'done',
    result: { response: { url: '/v1/pets/7' } },
  });
});

test('API-03 two APIs with operations of one name are both there', async () => {
  const port = await startApi();
  const one = await makeSkill('one', { 'openapi.json': describe(port, PETS) });
  const two = await makeSkill('two', {
    'openapi.json': describe(port, { '/two': { get: { operationId: 'getPet' } } }),
  });
  const environment = await environmentFor(port, [call('two__getPet', {}), { text: 'Done.' }]);
  const ended = await qiao(['chat', 'go', '--json', '--skills', one, '--skills', two], {
    environment,
  });
  expect(toolsGiven().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['one__getPet', 'two__getPet', 'gone']),
  );
  expect(resultOf(ended, 'two__getPet')).toMatchObject({
    result: { response: { url: '/v1/two' } },
  });
});

test('API-09 a skill whose description is broken says so when it is called, and the others work', async () => {
  const port = await startApi();
  const broken = await makeSkill('broken', { 'openapi.json': '{"openapi": "3.0.0"}' });
  const folder = await makeSkill('pets', { 'openapi.json': describe(port, PETS) });
  const environment = await environmentFor(port, [
    call('broken', {}),
    call('getPet', { id: 1 }),
    { text: 'Done.' },
  ]);
  const ended = await qiao(['chat', 'go', '--json', '--skills', broken, '--skills', folder], {
    environment,
  });
  expect(resultOf(ended, 'broken')).toMatchObject({
    status: 'failed',
    result: { error: expect.stringContaining('openapi.json#/paths') },
  });
  expect(resultOf(ended, 'getPet')).toMatchObject({ status: 'done' });
});

test('API-05 qiao run calls an operation as a user would; a local service has to be allowed', async () => {
  const port = await startApi();
  const folder = await makeSkill('pets', {
    'SKILL.md': MANIFEST,
    'openapi.json': describe(port, PETS),
  });
  const input = '{"operation": "getPet", "arguments": {"id": 7}}';
  const run = (environment: Record<string, string>, ...more: string[]) =>
    qiao(['run', folder, '--json', '--input', input, ...more], { environment });
  const allowed = { QIAO_ALLOW_HOSTS: `127.0.0.1:${port}` };
  expect(JSON.parse((await run(allowed, '--as-user')).stdout)).toMatchObject({
    status: 'done',
    output: { response: { url: '/v1/pets/7' } },
  });
  expect(JSON.parse((await run({}, '--as-user')).stdout)).toMatchObject({
    output: { success: false, error: expect.stringContaining('QIAO_ALLOW_HOSTS') },
  });
  expect(JSON.parse((await run(allowed)).stdout)).toMatchObject({
    output: { success: false, error: expect.stringContaining('chains and schedules') },
  });
});
