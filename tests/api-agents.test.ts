// API skills with a document: one tool for the model, and a sub-agent that calls the operations of a real service.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { chatEventSchema, type ChatEvent } from '#contract/chat-events.ts';
import { makeSkill } from './make-skill.ts';
import { qiao } from './run-qiao.ts';
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

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const answerUrl: Answer = (request, response) => {
  response.end(JSON.stringify({ pet: 'Rex', url: request.url }));
};

async function startApi(answer: Answer): Promise<number> {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const PETS = {
  '/pets/{id}': {
    get: {
      operationId: 'getPet',
      summary: 'One pet by its number',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    },
  },
};
const MANY = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [
    `/things/${at}`,
    { get: { operationId: `thing${at}`, summary: `Thing number ${at}` } },
  ]),
);

interface Setting {
  readonly steps: readonly OpenAiStep[];
  readonly paths?: object;
  readonly answer?: Answer;
}

interface Talk {
  readonly events: readonly ChatEvent[];
  /** Of the skill's call. */
  readonly result: unknown;
}

/** The first step is the main model's: it calls the skill with an instruction. */
async function talk({ steps, paths = PETS, answer = answerUrl }: Setting): Promise<Talk> {
  const port = await startApi(answer);
  const folder = await makeSkill('pets', {
    'SKILL.md':
      '---\nname: pets\ndescription: The pet shop.\n---\n# Pets\n\nAsk for a pet by its number.\n',
    'openapi.json': JSON.stringify({
      openapi: '3.0.3',
      servers: [{ url: `http://127.0.0.1:${port}/v1` }],
      paths,
    }),
  });
  const instruction = 'Which pet has number 7?';
  stub = await startOpenAiStub([call('pets', { instruction }), ...steps]);
  const { stdout } = await qiao(['chat', 'go', '--json', '--skills', folder], {
    environment: {
      QIAO_MODEL: 'openai/stub',
      OPENAI_BASE_URL: stub.baseUrl,
      OPENAI_API_KEY: 'sk-test-key',
      QIAO_ALLOW_HOSTS: `127.0.0.1:${port}`,
    },
  });
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => chatEventSchema.parse(JSON.parse(line)));
  const end = events.find((event) => event.type === 'tool-finished');
  return { events, result: end?.type === 'tool-finished' ? end.result : undefined };
}

const call = (name: string, input: object): OpenAiStep => ({ calls: [{ name, arguments: input }] });

const bodySchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
});

/** What the model was asked the `at`th time: 0 is the main model, 1 the sub-agent. */
function asked(at: number) {
  const { messages, tools = [] } = bodySchema.parse(stub?.requests[at]?.body);
  return {
    texts: messages.map(({ content }) => content ?? ''),
    tools: tools.map((tool) => tool.function.name),
  };
}

test('API-08 an API with a document is one tool, and a sub-agent with its operations and no shell does the work', async () => {
  const { result, events } = await talk({
    steps: [call('getPet', { id: 7 }), { text: 'Number 7 is Rex.' }, { text: 'It is Rex.' }],
  });
  expect(asked(0).tools).toContain('pets');
  expect(asked(0).tools).not.toContain('getPet');
  expect(asked(1).tools).toEqual(['getPet', 'read_skill_file']);
  expect(asked(1).texts.join('\n')).toContain('Ask for a pet by its number.');
  expect(asked(1).texts[0]).toContain('拿不到数据如实说');
  expect(result).toEqual({ success: true, result: 'Number 7 is Rex.', steps: 1 });
  expect(received).toEqual(['GET /v1/pets/7']);
  expect(events.at(-1)).toMatchObject({ type: 'turn-finished', text: 'It is Rex.' });
});

test('API-08 the second call with the same arguments is the end', async () => {
  const { result } = await talk({
    steps: [
      call('getPet', { id: 7 }),
      call('getPet', { id: 7 }),
      { text: 'Rex, I think.' },
      { text: 'Done.' },
    ],
  });
  expect(received).toEqual(['GET /v1/pets/7']);
  expect(result).toMatchObject({ completed: false, result: 'Rex, I think.' });
});

test('API-08 it has six rounds', async () => {
  const rounds = Array.from({ length: 6 }, (_, id) => call('getPet', { id }));
  const { result } = await talk({ steps: [...rounds, { text: 'Enough.' }, { text: 'Done.' }] });
  expect(received).toHaveLength(6);
  expect(result).toMatchObject({ completed: false, result: 'Enough.', steps: 6 });
});

test('API-08 without a final text the platform tells the last response, in Chinese, cut at 12000 characters', async () => {
  const { result } = await talk({
    answer: (_request, response) => void response.end(JSON.stringify({ pets: 'x'.repeat(20_000) })),
    steps: [call('getPet', { id: 7 }), { text: '' }, { text: '' }, { text: 'Done.' }],
  });
  const told = z.object({ success: z.literal(true), result: z.string() }).parse(result).result;
  expect(told).toContain('模型没有给出文字结果');
  expect(/x{10000}/.test(told)).toBe(true);
  expect(told.length).toBeLessThan(12_000);
});

test('API-08 of many endpoints those are chosen that the instruction asks for; the others can be found', async () => {
  await talk({
    paths: { ...MANY, ...PETS },
    steps: [call('getPet', { id: 7 }), { text: 'Rex.' }, { text: 'Done.' }],
  });
  const { tools } = asked(1);
  expect(tools.length).toBeLessThanOrEqual(20);
  expect(tools).toEqual(
    expect.arrayContaining(['getPet', 'pets_call', 'pets_describe', 'pets_search']),
  );
  expect(received).toEqual(['GET /v1/pets/7']);
});

test.each([401, 402, 403, 404])(
  'API-07 %i stops the sub-agent at once, with a hint',
  async (code) => {
    const { result } = await talk({
      paths: { '/pets': { get: { operationId: 'listPets' } } },
      answer(_request, response) {
        response.statusCode = code;
        response.end('{}');
      },
      steps: [call('listPets', {}), { text: 'It can not be had.' }, { text: 'Done.' }],
    });
    expect(received).toHaveLength(1);
    expect(asked(2).tools).toEqual([]);
    expect(result).toMatchObject({
      success: false,
      error: expect.stringContaining(String(code)),
      result: 'It can not be had.',
    });
  },
);
