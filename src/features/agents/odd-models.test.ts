import { describe, expect, test } from 'vitest';
import { sameText } from '#base/text.ts';
import type { ModelMessage } from '#features/models/index.ts';
import { estimateMessages } from './token-estimate.ts';
import { playTurn, scriptedModel } from './turn-fixture.ts';

const TOOLS = { echo: (input: object) => ({ success: true, ...input }) };
const CALL = { calls: [{ id: 'c', name: 'echo', input: { n: 1 } }] };

function tailOf(messages: readonly ModelMessage[] | undefined): string {
  const last = messages?.at(-1);
  return last?.role === 'system' ? last.text : '';
}

describe('an answer with nothing in it', () => {
  test('is asked for once more, with the tools and a notice', async () => {
    const model = scriptedModel([{}, CALL, { text: 'ok' }]);
    const { result } = await playTurn(model, { tools: TOOLS });
    expect(tailOf(model.requests[1]?.messages)).toMatch(/no content/);
    expect(model.requests[1]?.tools).toHaveLength(1);
    expect(model.requests[2]?.messages.filter(({ role }) => role === 'system')).toHaveLength(1);
    expect(result).toMatchObject({ reason: 'answered', text: 'ok', rounds: 1 });
  });

  test.each(['stop', 'length', 'content-filter', 'other', 'tool-calls'] as const)(
    'twice is told in the words of the platform, with what was done (%s)',
    async (reason) => {
      const model = scriptedModel([CALL, { text: ' ', reason }, { reason }]);
      const { result } = await playTurn(model, { tools: TOOLS });
      expect(model.requests).toHaveLength(3);
      expect(result).toMatchObject({ reason: 'model-failed', rounds: 1 });
      expect(result.error?.en).toMatch(
        reason === 'content-filter' ? /content filter/ : /nothing, twice/,
      );
      expect(result.text).toContain('Done (1):\n- echo: {"n":1}');
    },
  );

  test('at the output limit is asked for with a wish for a short one', async () => {
    const model = scriptedModel([{ reason: 'length' }, { text: 'short' }]);
    const { result } = await playTurn(model);
    expect(tailOf(model.requests[1]?.messages)).toContain('short answer');
    expect(result.text).toBe('short');
  });
});

describe('half an answer', () => {
  test.each([
    ['length', 'output limit'],
    ['content-filter', 'content filter'],
  ] as const)('is kept and its end is told (%s)', async (reason, told) => {
    const { result, events } = await playTurn(scriptedModel([{ text: 'Once upon', reason }]));
    expect(result.reason).toBe('answered');
    expect(result.text).toMatch(new RegExp(`^Once upon\n\n\\(.*${told}`, 's'));
    expect(events.map((event) => event.type === 'text-delta' && event.text).join('')).toBe(
      result.text,
    );
  });

  test('with complete calls runs them, whatever the reason says', async () => {
    for (const reason of ['length', 'stop', 'other'] as const) {
      const { result } = await playTurn(scriptedModel([{ ...CALL, reason }, { text: 'ok' }]), {
        tools: TOOLS,
      });
      expect(result).toMatchObject({ rounds: 1, text: 'ok' });
    }
  });

  test('with half a call runs the whole ones and says of the last that it was cut', async () => {
    const calls = [
      { id: 'a', name: 'echo', input: { n: 1 } },
      { id: 'b', name: 'echo', input: '{"n": 1, "text": "Onc' },
    ];
    const model = scriptedModel([{ calls, reason: 'length' }, { text: 'ok' }]);
    const { ledger, result } = await playTurn(model, { tools: TOOLS });
    expect(ledger.of('a')?.state).toBe('done');
    expect(ledger.of('b')).toMatchObject({
      state: 'refused',
      result: { error: expect.stringContaining('output limit') },
    });
    expect(result.failures).toBe(0);
  });

  test('that announces a call and has none is asked for once more; then its text is the answer', async () => {
    const half = { text: 'I will look.', reason: 'tool-calls' } as const;
    const again = await playTurn(scriptedModel([half, CALL, { text: 'ok' }]), { tools: TOOLS });
    expect(again.result).toMatchObject({ text: 'ok', rounds: 1 });
    const never = await playTurn(scriptedModel([half]), { tools: TOOLS });
    expect(never.result).toMatchObject({ text: 'I will look.', reason: 'answered', rounds: 0 });
  });
});

describe('a model that fails', () => {
  test('keeps the partial text, tells what the tools did, and says why', async () => {
    const model = scriptedModel([CALL, { text: 'So', fail: 'model-cut' }]);
    const { result, events } = await playTurn(model, { tools: TOOLS });
    expect(result).toMatchObject({ reason: 'model-failed', error: sameText('it model-cut') });
    expect(result.text).toBe(
      'So\n\nThe model could not finish its answer: it model-cut\nDone (1):\n- echo: {"n":1}',
    );
    expect(result.newMessages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
    const streamed = events.map((event) => (event.type === 'text-delta' ? event.text : ''));
    expect(streamed.join('')).toBe(result.text);
  });

  test('ends a turn also where it ends without a finish', async () => {
    const { result } = await playTurn(scriptedModel([{ text: 'So', isCut: true }]));
    expect(result.reason).toBe('model-failed');
    expect(result.text).toMatch(/^So\n\nThe model could not finish/);
  });

  test.each(['model-refused', 'model-unauthorised', 'model-too-long'] as const)(
    'is not asked again for ever (%s)',
    async (fail) => {
      const model = scriptedModel([{ fail }]);
      const { result } = await playTurn(model, { tools: TOOLS });
      expect(model.requests.length).toBeLessThanOrEqual(2);
      expect(result).toMatchObject({ reason: 'model-failed', rounds: 0 });
    },
  );

  test('is asked once more with half the tokens where the conversation was too long', async () => {
    const turns = Array.from({ length: 20 }, (_, index): ModelMessage[] => [
      { role: 'user', text: `question ${index} ${'x'.repeat(400)}` },
      { role: 'assistant', parts: [{ type: 'text', text: `answer ${'y'.repeat(400)}` }] },
    ]).flat();
    const messages: ModelMessage[] = [
      { role: 'system', text: 'You are a test.' },
      ...turns,
      { role: 'user', text: 'and now?' },
    ];
    const model = scriptedModel([{ fail: 'model-too-long' }, { text: 'ok' }]);
    const { result } = await playTurn(model, { messages });
    expect(result.text).toBe('ok');
    const [first = [], second = []] = model.requests.map((request) => request.messages);
    expect(first).toHaveLength(messages.length);
    expect(estimateMessages(second)).toBeLessThanOrEqual(estimateMessages(first) / 2);
    expect(second[0]).toEqual(messages[0]);
    expect(second.at(-1)).toEqual(messages.at(-1));
  });
});

describe('the stop button', () => {
  test('in the middle of an answer keeps what was said, also with a model that is deaf to it', async () => {
    for (const isDeaf of [true, false]) {
      const stop = new AbortController();
      const model = scriptedModel([
        {
          text: 'The first half',
          before: async ({ signal }) => {
            queueMicrotask(() => stop.abort());
            await new Promise((settle) => {
              if (!isDeaf) signal.addEventListener('abort', settle);
            });
          },
        },
      ]);
      const { result } = await playTurn(model, { signal: stop.signal });
      expect(result).toMatchObject({ reason: 'stopped', text: 'The first half', rounds: 0 });
      expect(result.newMessages).toEqual([
        { role: 'assistant', parts: [{ type: 'text', text: 'The first half' }] },
      ]);
    }
  });

  test('before the first request asks nothing', async () => {
    const model = scriptedModel([{ text: 'hello' }]);
    const { result } = await playTurn(model, { signal: AbortSignal.abort() });
    expect(model.requests).toEqual([]);
    expect(result).toMatchObject({ reason: 'stopped', text: '' });
    expect(result.newMessages).toHaveLength(1);
  });
});
