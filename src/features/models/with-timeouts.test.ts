import { afterEach, expect, test } from 'vitest';
import { gather, requestOf } from '../../../tests/stubs/model-requests.ts';
import {
  startOpenAiStub,
  type OpenAiStep,
  type OpenAiStub,
} from '../../../tests/stubs/openai-stub.ts';
import type { ChatModel, ModelPart } from './chat-model.ts';
import { createChatModel } from './create-chat-model.ts';
import { withTimeouts, type ModelTimeouts } from './with-timeouts.ts';

const LONG = 50_000;
const stubs: OpenAiStub[] = [];

afterEach(async () => {
  await Promise.all(stubs.splice(0).map(async (stub) => stub.close()));
});

async function limited(
  steps: readonly OpenAiStep[],
  timeouts: ModelTimeouts,
): Promise<{ model: ChatModel; stub: OpenAiStub }> {
  const stub = await startOpenAiStub(steps);
  stubs.push(stub);
  const inner = createChatModel({
    model: 'openai/m',
    openai: { apiKey: undefined, baseUrl: stub.baseUrl },
    anthropic: { apiKey: undefined, baseUrl: stub.baseUrl },
    language: 'en',
  });
  return { model: withTimeouts(inner, timeouts), stub };
}

/** A model that heeds no signal and never gives anything. */
const deaf: ChatModel = {
  id: 'deaf',
  stream: () => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => new Promise<IteratorResult<ModelPart>>(() => undefined),
      return: async () => new Promise<IteratorResult<ModelPart>>(() => undefined),
    }),
  }),
};

test('times out where the provider says nothing, names the limit, and cancels the request', async () => {
  const { model, stub } = await limited([{ text: 'ok' }, { kind: 'hang' }], {
    firstChunkMs: 1500,
    idleMs: LONG,
  });
  // The first request also loads the provider's package.
  await gather(model).catch(() => undefined);
  stub.play([{ kind: 'hang' }]);
  await expect(gather(model)).rejects.toMatchObject({
    code: 'model-timed-out',
    message: expect.stringContaining('1.5 s'),
  });
  await expect(stub.requests.at(-1)?.left).resolves.toBe(true);
});

test('times out where the provider falls silent in the middle', async () => {
  const { model, stub } = await limited([{ text: 'half', end: 'hang' }], {
    firstChunkMs: LONG,
    idleMs: 60,
  });
  const given: ModelPart[] = [];
  const reading = async (): Promise<void> => {
    for await (const part of model.stream(requestOf())) given.push(part);
  };
  await expect(reading()).rejects.toMatchObject({ code: 'model-timed-out' });
  expect(given).toEqual([{ type: 'text-delta', text: 'half' }]);
  await expect(stub.requests[0]?.left).resolves.toBe(true);
});

test('does not count the time that the reader takes', async () => {
  const { model } = await limited([{ text: 'ab' }], { firstChunkMs: LONG, idleMs: 1000 });
  let text = '';
  for await (const part of model.stream(requestOf())) {
    if (part.type !== 'text-delta') continue;
    text += part.text;
    await new Promise((settle) => setTimeout(settle, 1300));
  }
  expect(text).toBe('ab');
});

test('holds against a model that heeds nothing', async () => {
  const model = withTimeouts(deaf, { firstChunkMs: 30, idleMs: 30 });
  await expect(gather(model)).rejects.toMatchObject({ code: 'model-timed-out' });
});

test('a stop holds against a model that heeds nothing, too', async () => {
  const model = withTimeouts(deaf, { firstChunkMs: LONG, idleMs: LONG });
  await expect(gather(model, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
    code: 'stopped',
  });
  await expect(gather(model, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'stopped',
  });
});

test('passes on activity, and the failures of the model as they are', async () => {
  const { model } = await limited([{ text: 'ok' }, { kind: 'failure', status: 401 }], {
    firstChunkMs: LONG,
    idleMs: LONG,
  });
  let heard = 0;
  await gather(model, { onActivity: () => heard++ });
  expect(heard).toBeGreaterThan(0);
  await expect(gather(model)).rejects.toMatchObject({ code: 'model-unauthorised' });
});
