import { describe, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import type { ModelRequest } from '#features/models/index.ts';
import { manualClock, playTurn, scriptedModel, type ScriptedModel } from './turn-fixture.ts';

const TOOLS = {
  bad: ({ n }: { n?: unknown }) => ({ success: false, error: `no route ${String(n)}` }),
  good: () => ({ success: true, message: 'sent to 3 people' }),
};

function noticeOf(request: ModelRequest | undefined): string {
  const last = request?.messages.at(-1);
  return last?.role === 'system' ? last.text : '';
}

/** Calls tools for as long as it has any; where it has none, it plays `finalStep`. */
function stubborn(finalStep: {
  text?: string;
  calls?: readonly { name: string }[];
}): ScriptedModel {
  return scriptedModel((request, index) =>
    request.tools.length > 0 && request.toolChoice === 'auto'
      ? {
          calls: [
            { name: 'bad', input: { n: index } },
            { name: 'good', input: { n: index } },
          ],
        }
      : finalStep,
  );
}

describe('the last word', () => {
  test('GRD-02 asks once more, without tools and with a notice at the tail, after eight counted failures', async () => {
    const limits = { failPerTool: 100, maxRounds: 100 };
    const model = stubborn({ text: 'I could not get through.' });
    const { result } = await playTurn(model, { tools: TOOLS, limits });
    expect(result).toMatchObject({
      reason: 'failures',
      failures: 8,
      rounds: 8,
      text: 'I could not get through.',
    });
    const last = model.requests.at(-1);
    expect(model.requests).toHaveLength(9);
    expect(last?.tools).toEqual([]);
    expect(noticeOf(last)).toMatch(/limit of failures.*no more tools/);
    expect(last?.messages.slice(0, -1)).toEqual([
      { role: 'system', text: 'You are a test.' },
      { role: 'user', text: 'go' },
      ...result.newMessages.slice(0, -1),
    ]);
    expect(result.newMessages.at(-1)).toMatchObject({ role: 'assistant' });
  });

  test('CLK-02 ends a model that never stops after eight rounds', async () => {
    const model = stubborn({ text: 'Enough.' });
    const { result } = await playTurn(model, { tools: { ...TOOLS, bad: TOOLS.good } });
    expect(result).toMatchObject({ reason: 'rounds', rounds: 8, failures: 0, text: 'Enough.' });
    expect(model.requests).toHaveLength(9);
  });

  test('GRD-02 writes an answer from the results where the model gives no text', async () => {
    const { result, events } = await playTurn(stubborn({ text: '  ' }), { tools: TOOLS });
    expect(result.reason).toBe('rounds');
    expect(result.text).toContain('used up its rounds');
    expect(result.text).toContain('Done (8):\n- good: sent to 3 people');
    expect(result.text).toContain('Not done (8):\n- bad: no route 0');
    expect(events.at(-1)).toEqual({ type: 'text-delta', text: result.text });
    expect(result.newMessages.at(-1)).toEqual({
      role: 'assistant',
      parts: [{ type: 'text', text: result.text }],
    });
  });

  test('GRD-02 ignores stray calls of a last word and keeps its text', async () => {
    const model = stubborn({ text: 'That is all.', calls: [{ name: 'good' }] });
    const { result, ledger } = await playTurn(model, { tools: TOOLS, limits: { maxRounds: 1 } });
    expect(result.text).toBe('That is all.');
    expect(ledger.entries).toHaveLength(2);
    expect(result.newMessages.at(-1)).toEqual({
      role: 'assistant',
      parts: [{ type: 'text', text: 'That is all.' }],
    });
  });

  test.each([[{ needsTools: true }], [{}]])(
    'GRD-02 sends the tools with tool_choice none where a provider refuses a history without them (%j)',
    async (details) => {
      const played = scriptedModel((request, index) =>
        index === 0
          ? { calls: [{ name: 'good' }] }
          : { text: 'Fine.', calls: request.tools.length > 0 ? [{ name: 'good' }] : [] },
      );
      const model = refusing(played, details, ({ tools }) => tools.length === 0);
      const { result } = await playTurn(model, { tools: TOOLS, limits: { maxRounds: 1 } });
      expect(result).toMatchObject({ reason: 'rounds', text: 'Fine.' });
      const last = played.requests.at(-1);
      expect(last?.toolChoice).toBe('none');
      expect(last?.tools.map(({ name }) => name)).toEqual(['bad', 'good']);
      expect(last?.messages.at(-1)).toMatchObject({
        role: 'tool',
        results: [{ output: { message: 'sent to 3 people', _notice: expect.any(String) } }],
      });
      expect(result.newMessages[1]).not.toMatchObject({
        results: [{ output: { _notice: expect.any(String) } }],
      });
    },
  );

  test('keeps the reason and tells the error where the last word fails', async () => {
    const model = scriptedModel([{ calls: [{ name: 'good' }] }, { fail: 'model-unreachable' }]);
    const { result } = await playTurn(model, { tools: TOOLS, limits: { maxRounds: 1 } });
    expect(result).toMatchObject({ reason: 'rounds', error: sameText('it model-unreachable') });
    expect(result.text).toContain('- good: sent to 3 people');
  });

  test('CLK-02 keeps what the model said when the time struck in the middle of its answer', async () => {
    const clock = manualClock();
    const model = scriptedModel([
      { text: 'The first half', before: () => endlessAfter(() => clock.advance(60_000)) },
      { text: '' },
    ]);
    const { result, events } = await playTurn(model, { clock, limits: { loopMs: 60_000 } });
    expect(result.reason).toBe('time');
    expect(result.text).toMatch(/^The first half\n\n\(The turn ran out of time/);
    expect(
      events.map((event) => (event.type === 'text-delta' ? event.text : '')).join(''),
    ).toContain('The first half');
  });

  test('CLK-02 cuts a last word that does not end', async () => {
    const clock = manualClock();
    const model = scriptedModel([
      { calls: [{ name: 'good' }] },
      { text: 'So far', before: () => endlessAfter(() => clock.advance(1_860_000)) },
    ]);
    const { result } = await playTurn(model, { tools: TOOLS, clock, limits: { maxRounds: 1 } });
    expect(result.text).toMatch(/^So far\n\n\(The turn ran out of time/);
  });

  test('speaks the language of the turn', async () => {
    const { result } = await playTurn(stubborn({}), {
      tools: TOOLS,
      limits: { maxRounds: 1 },
      language: 'zh',
    });
    expect(result.text).toBe(
      '本轮的工具轮数已用完，模型没有给出回答。\n已完成 1 项：\n- good：sent to 3 people\n未完成 1 项：\n- bad：no route 0',
    );
  });
});

function refusing(
  model: ScriptedModel,
  details: Readonly<Record<string, unknown>>,
  isRefused: (request: ModelRequest) => boolean,
): ScriptedModel {
  return {
    ...model,
    async *stream(request) {
      if (isRefused(request)) throw new AppError('model-refused', sameText('no'), { details });
      yield* model.stream(request);
    },
  };
}

function endlessAfter(strike: () => void): Promise<never> {
  queueMicrotask(strike);
  return new Promise(() => undefined);
}
