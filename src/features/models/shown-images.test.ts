import { afterEach, expect, test } from 'vitest';
import { startAnthropicStub, type AnthropicStub } from '../../../tests/stubs/anthropic-stub.ts';
import { gather } from '../../../tests/stubs/model-requests.ts';
import { startOpenAiStub, type OpenAiStub } from '../../../tests/stubs/openai-stub.ts';
import type { ChatModel, ModelFile, ModelMessage } from './chat-model.ts';
import { createChatModel } from './create-chat-model.ts';
import { takesImages } from './takes-images.ts';

const stubs: (OpenAiStub | AnthropicStub)[] = [];

afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

function modelAt(model: string, baseUrl: string): ChatModel {
  const access = { apiKey: 'k', baseUrl };
  return createChatModel({ model, openai: access, anthropic: access, language: 'en' });
}

const MEGABYTE = 1024 * 1024;

function imageFile(name: string, given: Partial<ModelFile> = {}): ModelFile {
  const data = Buffer.from(name);
  return {
    name,
    path: `attachments/${name}`,
    mediaType: 'image/png',
    bytes: data.length,
    read: async () => data,
    ...given,
  };
}

function said(text: string, ...files: readonly ModelFile[]): ModelMessage {
  return { role: 'user', text, files };
}

interface SentPart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

function contentsOf(stub: OpenAiStub, request = 0): readonly (string | readonly SentPart[])[] {
  const body = stub.requests[request]?.body as {
    messages: { role: string; content: string | SentPart[] }[];
  };
  return body.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
}

/** The names in what was shown: a test's image is its name. */
function shown(content: string | readonly SentPart[] | undefined): readonly string[] {
  if (content === undefined || typeof content === 'string') return [];
  return content.flatMap(({ image_url: image }) =>
    image === undefined ? [] : [Buffer.from(image.url.split(',')[1] ?? '', 'base64').toString()],
  );
}

async function openAi(...args: Parameters<typeof startOpenAiStub>): Promise<OpenAiStub> {
  const stub = await startOpenAiStub(...args);
  stubs.push(stub);
  return stub;
}

test('an image is shown beside the text, and every file is told by name and place', async () => {
  const stub = await openAi([{ text: 'A dot.' }]);
  const pdf = imageFile('a<b>.pdf', { mediaType: 'application/pdf' });
  const messages = [said('What is it?', imageFile('dot.png'), pdf)];
  await gather(modelAt('openai/gpt-4o', stub.baseUrl), { messages });
  const [content] = contentsOf(stub);
  expect(shown(content)).toEqual(['dot.png']);
  expect(content?.[0]).toEqual({
    type: 'text',
    text:
      'What is it?\n\n<attachments>\n[{"name":"dot.png","path":"attachments/dot.png","mediaType":"image/png","bytes":7},' +
      '{"name":"a\\u003cb>.pdf","path":"attachments/a\\u003cb>.pdf","mediaType":"application/pdf","bytes":8}]\n</attachments>',
  });
});

test('a model that takes none is only told of it', async () => {
  const stub = await openAi([{ text: 'I see none.' }]);
  const messages = [said('', imageFile('dot.png'))];
  await gather(modelAt('openai/text-only', stub.baseUrl), { messages });
  expect(contentsOf(stub)).toEqual([expect.stringContaining('"name":"dot.png"')]);
});

test('a model that refuses images is asked once more without, and from then on without', async () => {
  const refusal = {
    kind: 'failure',
    status: 400,
    message: 'image input is not supported',
  } as const;
  const stub = await openAi([refusal, { text: 'Well.' }, { text: 'Again.' }]);
  const model = modelAt('openai/some-vision', stub.baseUrl);
  const messages = [said('Look', imageFile('dot.png'))];
  expect((await gather(model, { messages })).text).toBe('Well.');
  expect((await gather(model, { messages })).text).toBe('Again.');
  expect([0, 1, 2].map((at) => shown(contentsOf(stub, at)[0]))).toEqual([['dot.png'], [], []]);
});

test('a refusal that is not about images is told as it is', async () => {
  const refusal = { kind: 'failure', status: 400, message: 'bad request' } as const;
  const stub = await openAi([refusal, refusal]);
  const messages = [said('Look', imageFile('dot.png'))];
  await expect(gather(modelAt('openai/gpt-4o', stub.baseUrl), { messages })).rejects.toMatchObject({
    code: 'model-refused',
  });
});

test('of many images the newest ten are shown, within 15 MB together and 5 MB each', async () => {
  const stub = await openAi([{ text: 'Seen.' }]);
  const many = Array.from({ length: 12 }, (_, at) => imageFile(`${at}.png`));
  const messages = [
    said('many', ...many),
    said(
      'large',
      imageFile('too-large.png', { bytes: 5 * MEGABYTE + 1 }),
      imageFile('svg.svg', { mediaType: 'image/svg+xml' }),
      imageFile('gone.png', { read: async () => undefined }),
      imageFile('empty.png', { bytes: 0 }),
    ),
  ];
  await gather(modelAt('openai/gpt-4o', stub.baseUrl), { messages });
  // Neighbouring messages of the user are one.
  expect(contentsOf(stub).flatMap(shown)).toEqual(many.slice(2).map(({ name }) => name));
});

test('Anthropic is sent images too, and the cache is marked behind them', async () => {
  const stub = await startAnthropicStub([{ text: 'A dot.' }]);
  stubs.push(stub);
  const messages = [said('What is it?', imageFile('dot.png'))];
  await gather(modelAt('anthropic/claude-sonnet-5', stub.baseUrl), { messages });
  const body = stub.requests[0]?.body as { messages: { content: SentPart[] }[] };
  expect(body.messages[0]?.content).toEqual([
    { type: 'text', text: expect.stringContaining('"name":"dot.png"') },
    {
      type: 'image',
      source: {
        type: 'base64',
        media_type: 'image/png',
        data: Buffer.from('dot.png').toString('base64'),
      },
      cache_control: { type: 'ephemeral' },
    },
  ]);
});

test.each([
  ['gpt-4o-mini', true],
  ['gpt-4.1', true],
  ['gpt-5.2', true],
  ['o3', true],
  ['gpt-3.5-turbo', false],
  ['claude-3-5-sonnet-20241022', true],
  ['claude-2.1', false],
  ['google/gemini-2.5-pro', true],
  ['Qwen/Qwen2.5-VL-72B-Instruct', true],
  ['qwen3-vl-plus', true],
  ['qwen-max', false],
  ['glm-4.5v', true],
  ['glm-4.6', false],
  ['deepseek-chat', false],
  ['doubao-1.5-vision-pro', true],
  ['llama3.2-vision', true],
  ['developer-model', false],
])('%s takes images: %s', (name, expected) => {
  expect(takesImages(name, [])).toBe(expected);
});

test('the operator can name models that take images', () => {
  expect(takesImages('mine', ['other', 'mine'])).toBe(true);
  expect(takesImages('mine', ['*'])).toBe(true);
});
