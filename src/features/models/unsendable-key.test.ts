import { expect, test } from 'vitest';
import { startAnthropicStub } from '../../../tests/stubs/anthropic-stub.ts';
import { gather } from '../../../tests/stubs/model-requests.ts';
import { startOpenAiStub } from '../../../tests/stubs/openai-stub.ts';
import { createChatModel } from './create-chat-model.ts';

const STUBS = { openai: startOpenAiStub, anthropic: startAnthropicStub } as const;
const VARIABLES = { openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY' } as const;

async function ask(kind: keyof typeof STUBS, apiKey: string) {
  const stub = await STUBS[kind]([{ text: 'ok' }]);
  const access = { apiKey, baseUrl: stub.baseUrl };
  const parts = { openai: access, anthropic: access, language: 'en' } as const;
  const model = createChatModel({ ...parts, model: `${kind}/m` });
  const outcome = await gather(model).catch((thrown: unknown) => thrown);
  await stub.close();
  return { outcome, requests: stub.requests.length };
}

const cases = (['openai', 'anthropic'] as const).flatMap(
  (kind) =>
    [
      [kind, 'sk-secret\nsk-other', 'line break'],
      [kind, 'sk-secret\r\nX-Evil: 1', 'line break'],
      [kind, 'sk-secret\u0000', 'control character'],
      [kind, '密钥sk-secret', 'outside of ASCII'],
      [kind, '“sk-secret”', 'outside of ASCII'],
      [kind, 'sk-secret-ｆull', 'outside of ASCII'],
    ] as const,
);

test.each(cases)(
  '%s: a key that fits into no header is told by its variable: %j',
  async (kind, key, why) => {
    const { outcome, requests } = await ask(kind, key);
    expect(outcome).toMatchObject({
      code: 'model-unauthorised',
      message: expect.stringMatching(new RegExp(`${VARIABLES[kind]}.*${why}`)),
    });
    const told = outcome instanceof Error ? `${outcome.message} ${JSON.stringify(outcome)}` : '';
    expect(told).not.toContain('secret');
    expect(told).not.toContain('BASE_URL');
    expect(requests).toBe(0);
  },
);

test.each(['openai', 'anthropic'] as const)(
  '%s: white space around a key does no harm',
  async (kind) => {
    const { outcome, requests } = await ask(kind, ' sk-secret\n');
    expect(outcome).toMatchObject({ text: 'ok' });
    expect(requests).toBe(1);
  },
);
