// A model is asked over real HTTP: what it says, and what it says against it.

import { afterEach, expect, test } from 'vitest';
import { createChatModel, type ChatModel } from '#features/models/index.ts';
import { startOpenAiStub, type OpenAiStep } from '../../../tests/stubs/openai-stub.ts';
import { tryModel } from './try-provider.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function modelThat(step: OpenAiStep): Promise<() => Promise<ChatModel>> {
  const stub = await startOpenAiStub(() => step);
  closing.push(() => stub.close());
  return modelAt(stub.baseUrl);
}

function modelAt(baseUrl: string): () => Promise<ChatModel> {
  const access = { apiKey: 'the-key', baseUrl };
  const model = createChatModel({
    model: 'openai/stub',
    openai: access,
    anthropic: access,
    language: 'en',
  });
  return async () => model;
}

const now = (): number => performance.now();

test('a model that answers is quoted', async () => {
  const tried = await tryModel(await modelThat({ text: ['Good ', 'day.'] }), 'en', now);
  expect(tried).toMatchObject({ status: 'answered', text: 'Good day.' });
});

test.each([
  [401, 'Incorrect API key provided.', /did not accept the key: "Incorrect API key provided"/],
  [404, 'The model `stub` does not exist', /refused the request.*`stub` does not exist/],
  [429, 'Slow down', /Slow down/],
  [500, 'Out of GPUs', /Out of GPUs/],
])("a refusal with %i is told in the provider's words", async (status, message, told) => {
  const model = await modelThat({ kind: 'failure', status, message });
  const tried = await tryModel(model, 'en', now);
  expect(tried.status).toBe('failed');
  expect(tried).toHaveProperty('reason', expect.stringMatching(told));
});

test('an address where nothing listens is told as that', async () => {
  const tried = await tryModel(modelAt('http://127.0.0.1:1/v1'), 'zh', now);
  expect(tried).toHaveProperty('reason', expect.stringMatching(/^连接不上模型服务/));
});
