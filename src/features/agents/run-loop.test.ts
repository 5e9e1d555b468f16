import { describe, expect, test } from 'vitest';
import { unknownSkillText } from '#contract/literal-texts.ts';
import type { ModelMessage } from '#features/models/index.ts';
import {
  lastResults,
  playTurn,
  recordingLedger,
  scriptedModel,
  type ScriptedStep,
} from './turn-fixture.ts';

const ECHO = { echo: (input: object) => ({ success: true, ...input }) };

function callsOf(message: ModelMessage | undefined): readonly string[] {
  return message?.role === 'assistant'
    ? message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
    : [];
}

/** Every assistant message with calls is followed by exactly their results. */
function expectAcceptable(messages: readonly ModelMessage[]): void {
  const pairs = messages.flatMap((message, index) => {
    const next = messages[index + 1];
    const answered = next?.role === 'tool' ? next.results.map(({ id }) => id) : [];
    return message.role === 'tool' ? [] : [{ calls: callsOf(message), answered }];
  });
  expect(pairs.map(({ answered }) => answered)).toEqual(pairs.map(({ calls }) => calls));
}

describe('a turn', () => {
  test('runs the calls, gives back the results and ends with the answer', async () => {
    const script: readonly ScriptedStep[] = [
      { text: 'Let me look. ', calls: [{ id: 'c1', name: 'echo', input: { n: 1 } }] },
      { text: 'It is 1.' },
    ];
    const { result, events, ledger, model } = await playTurn(scriptedModel(script), {
      tools: ECHO,
    });
    expect(result).toMatchObject({ text: 'It is 1.', reason: 'answered', rounds: 1, failures: 0 });
    expect(result.usage).toEqual({ inputTokens: 20, cachedInputTokens: 8, outputTokens: 10 });
    expect(result.requests).toBe(2);
    expect(lastResults(model.requests[1])).toEqual({ c1: { success: true, n: 1 } });
    expect(ledger.of('c1')).toMatchObject({ state: 'done', argumentsText: '{"n":1}' });
    expect(events.map(({ type }) => type)).toEqual([
      'text-delta',
      'tool-started',
      'tool-finished',
      'text-delta',
    ]);
    expect(result.newMessages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
    expectAcceptable(result.newMessages);
  });

  test('a notice goes to the end of the first request, and into no conversation', async () => {
    const notice = { role: 'system', text: 'This may help.' } as const;
    const script: readonly ScriptedStep[] = [{ calls: [{ name: 'echo' }] }, { text: 'Done.' }];
    const { model, result } = await playTurn(scriptedModel(script), { tools: ECHO, notice });
    expect(model.requests[0]?.messages.at(-1)).toBe(notice);
    expect(model.requests[1]?.messages).not.toContain(notice);
    expect(model.requests[1]?.messages.slice(0, 2)).toEqual(
      model.requests[0]?.messages.slice(0, 2),
    );
    expect(result.newMessages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
  });

  test('counts the requests that finished: not one that failed, and one that was asked for its answer again', async () => {
    const used: number[] = [];
    const again = await playTurn(scriptedModel([{ text: '' }, { text: 'ok' }]), {
      onUsage: ({ outputTokens }) => used.push(outputTokens),
    });
    expect(again.result).toMatchObject({ text: 'ok', rounds: 0, requests: 2 });
    expect(used).toEqual([5, 5]);
    const script: readonly ScriptedStep[] = [{ calls: [{ name: 'echo' }] }, { isCut: true }];
    const failed = await playTurn(scriptedModel(script), { tools: ECHO });
    expect(failed.result).toMatchObject({ reason: 'model-failed', rounds: 1, requests: 1 });
  });

  test('counts an answer that broke off by an estimate', async () => {
    const { result } = await playTurn(scriptedModel([{ text: 'x'.repeat(400), isCut: true }]));
    expect(result).toMatchObject({ requests: 1, usage: { outputTokens: 100 } });
    expect(result.usage.inputTokens).toBeGreaterThan(0);
  });

  test('sends the tools sorted by name and the prefix unchanged', async () => {
    const tools = { zeta: () => ({}), alpha: () => ({}), Beta: () => ({}) };
    const script = [{ calls: [{ name: 'alpha' }] }, { text: 'ok' }];
    const { model } = await playTurn(scriptedModel(script), { tools });
    const [first, second] = model.requests;
    expect(first?.tools.map(({ name }) => name)).toEqual(['Beta', 'alpha', 'zeta']);
    expect(second?.tools).toBe(first?.tools);
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
  });

  test('has every result in the ledger before the next model request', async () => {
    const ids = ['a', 'b', 'c'];
    const calls = ids.map((id) => ({ id, name: 'echo', input: { id } }));
    const states: unknown[] = [];
    const ledger = recordingLedger();
    const model = scriptedModel((_, index) => {
      if (index === 1) states.push(...ids.map((id) => ledger.of(id)?.state));
      return index === 0 ? { calls } : { text: 'ok' };
    });
    await playTurn(model, { tools: ECHO, ledger });
    expect(states).toEqual(['done', 'done', 'done']);
  });

  test('keeps reasoning and its metadata for the provider', async () => {
    const reasoning = {
      type: 'reasoning',
      text: 'hm',
      metadata: { p: { signature: 's' } },
    } as const;
    const model = scriptedModel([{ calls: [{ id: 'c', name: 'echo' }] }, { text: 'ok' }]);
    const stream = model.stream.bind(model);
    const { result } = await playTurn(
      {
        ...model,
        async *stream(request) {
          for await (const part of stream(request))
            yield part.type === 'finish' ? { ...part, parts: [reasoning, ...part.parts] } : part;
        },
      },
      { tools: ECHO },
    );
    expect(result.newMessages[0]).toMatchObject({ parts: [reasoning, { type: 'tool-call' }] });
  });
});

describe('calls that are not run', () => {
  test('ENV-13 answers an unknown tool with the literal text and the tools there are', async () => {
    const script = [{ calls: [{ id: 'x', name: 'ehco' }] }, { text: 'sorry' }];
    const { result, events, model, ledger } = await playTurn(scriptedModel(script), {
      tools: { ...ECHO, other: () => ({}) },
    });
    expect(lastResults(model.requests[1])['x']).toMatchObject({
      success: false,
      error: unknownSkillText('ehco'),
      available_tools: ['echo', 'other'],
    });
    expect(result.failures).toBe(1);
    expect(ledger.of('x')?.state).toBe('refused');
    expect(events[0]).toMatchObject({ type: 'tool-refused', reason: unknownSkillText('ehco') });
  });

  test('GRD-05 tells malformed arguments with their place, does not count them, and runs the corrected call', async () => {
    const script = [
      { calls: [{ id: 'bad', name: 'echo', input: '{"city": "Xi\'an"' }] },
      { calls: [{ id: 'good', name: 'echo', input: '{"city": "Xi\'an",}' }] },
      { text: 'ok' },
    ];
    const { result, model, ledger } = await playTurn(scriptedModel(script), { tools: ECHO });
    expect(lastResults(model.requests[1])['bad']).toMatchObject({
      error_type: 'recoverable',
      error: expect.stringContaining('«{"city": "Xi\'an"»'),
      _hint: expect.stringContaining('JSON object'),
    });
    expect(lastResults(model.requests[2])).toEqual({ good: { success: true, city: "Xi'an" } });
    expect(result.failures).toBe(0);
    expect(ledger.of('bad')?.argumentsText).toBe('{"city": "Xi\'an"');
    expectAcceptable(result.newMessages);
  });

  test('GRD-05 bounds a model that writes malformed arguments for ever by its rounds', async () => {
    const model = scriptedModel((request, index) =>
      request.tools.length === 0
        ? { text: 'I give up.' }
        : { calls: [{ name: 'echo', input: `{"x": ${index}` }] },
    );
    const { result } = await playTurn(model, { tools: ECHO });
    expect(result).toMatchObject({ reason: 'rounds', rounds: 8, failures: 0, text: 'I give up.' });
  });

  test('GRD-03 stops a tool that is called with the same arguments again and again', async () => {
    const ran: unknown[] = [];
    const tools = { ...ECHO, spin: (input: object) => ran.push(input) && { ok: true } };
    const model = scriptedModel((_, index) =>
      index < 4
        ? {
            calls: [
              { id: `s${index}`, name: 'spin', input: index % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 } },
            ],
          }
        : { text: 'done' },
    );
    const { result } = await playTurn(model, { tools });
    expect(ran).toHaveLength(3);
    expect(lastResults(model.requests[4])['s3']).toMatchObject({ non_retriable: true });
    expect(model.requests[4]?.tools.map(({ name }) => name)).toEqual(['echo']);
    expect(result).toMatchObject({ banned: ['spin'], failures: 0, text: 'done' });
  });

  test('GRD-01, GRD-06 take a tool out of the list after four failures and refuse what still arrives', async () => {
    let runs = 0;
    const tools = { ...ECHO, bad: () => ({ success: false, error: `no ${(runs += 1)}` }) };
    const model = scriptedModel((_, index) =>
      index < 6
        ? { calls: [{ id: `b${index}`, name: 'bad', input: { index } }] }
        : { text: 'sorry' },
    );
    const { result, events } = await playTurn(model, { tools });
    expect(runs).toBe(4);
    expect(model.requests[4]?.tools.map(({ name }) => name)).toEqual(['echo']);
    expect(lastResults(model.requests[5])['b4']).toMatchObject({
      success: false,
      error: expect.stringMatching(/stopped for this turn.*use another tool/),
    });
    expect(events.filter(({ type }) => type === 'tool-refused')).toHaveLength(2);
    expect(result).toMatchObject({ failures: 4, banned: ['bad'], reason: 'answered' });
  });

  test('GRD-04 takes a tool out of the list after its first non_retriable failure', async () => {
    const tools = {
      ...ECHO,
      bad: () => ({ success: false, error: 'module missing', non_retriable: true }),
      asks: () => ({ success: false, error: 'which?', non_retriable: true, need_param: 'x' }),
    };
    const script = [{ calls: [{ name: 'bad' }, { name: 'asks' }] }, { text: 'ok' }];
    const { result, model } = await playTurn(scriptedModel(script), { tools });
    expect(model.requests[1]?.tools.map(({ name }) => name)).toEqual(['asks', 'echo']);
    expect(result).toMatchObject({ failures: 1, banned: ['bad'] });
  });
});
