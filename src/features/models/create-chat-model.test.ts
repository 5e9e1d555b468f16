import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createChatModel } from './create-chat-model.ts';

const nowhere = { apiKey: undefined, baseUrl: 'http://127.0.0.1:9/v1' };
const given = { openai: nowhere, anthropic: nowhere, language: 'en' } as const;

test.each(['offline', 'openai/gpt-x', 'openai/org/model:7b', 'anthropic/claude'])(
  'knows the model %s by that name',
  (model) => {
    expect(createChatModel({ ...given, model }).id).toBe(model);
  },
);

test.each(['', 'gpt-x', 'openai/', 'google/gemini'])('refuses the name "%s"', (model) => {
  expect(() => createChatModel({ ...given, model })).toThrow(
    expect.objectContaining({
      code: 'model-unavailable',
      message: expect.stringContaining('QIAO_MODEL'),
    }),
  );
});

test('loads no provider before the first request', async () => {
  const door = fileURLToPath(new URL('index.ts', import.meta.url));
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { createChatModel } = await import(${JSON.stringify(door)});
    const model = createChatModel({ ...${JSON.stringify(given)}, model: 'openai/m', openai: { baseUrl: 'http://127.0.0.1:9' }, anthropic: {} });
    const providers = () => loaded.filter((url) => url.includes('@ai-sdk')).length;
    const before = providers();
    const signal = new AbortController().signal;
    await model.stream({ messages: [], tools: [], toolChoice: 'auto', signal })[Symbol.asyncIterator]().next().catch(() => {});
    console.log(JSON.stringify({ before, isLoadedAfter: providers() > 0 }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
  ]);
  expect(JSON.parse(stdout)).toEqual({ before: 0, isLoadedAfter: true });
});
