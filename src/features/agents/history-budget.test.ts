import { describe, expect, test } from 'vitest';
import { estimateText } from '#base/estimate-text.ts';
import type { JsonValue } from '#base/json.ts';
import type { ModelMessage } from '#features/models/index.ts';
import { fitHistory } from './history-budget.ts';
import { estimateMessages } from './token-estimate.ts';

const SYSTEM: ModelMessage = { role: 'system', text: 'You are a test.' };

function user(text: string): ModelMessage {
  return { role: 'user', text };
}

function said(text: string): ModelMessage {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

function round(id: string, output: JsonValue): ModelMessage[] {
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'echo', argumentsText: '{}' }] },
    { role: 'tool', results: [{ id, name: 'echo', output, isError: false }] },
  ];
}

/** A turn of about `tokens`, most of them in its result. */
function turn(name: string, tokens: number): ModelMessage[] {
  return [
    user(`${name}?`),
    ...round(name, { path: `/${name}`, body: 'x'.repeat(tokens * 4) }),
    said(`${name}!`),
  ];
}

function callsWithoutResult(messages: readonly ModelMessage[]): readonly string[] {
  const results = new Set(
    messages.flatMap((message) =>
      message.role === 'tool' ? message.results.map(({ id }) => id) : [],
    ),
  );
  return messages
    .flatMap((message) => (message.role === 'assistant' ? message.parts : []))
    .flatMap((part) => (part.type === 'tool-call' && !results.has(part.id) ? [part.id] : []));
}

function outputOf(messages: readonly ModelMessage[], id: string): JsonValue | undefined {
  return messages
    .flatMap((message) => (message.role === 'tool' ? message.results : []))
    .find((result) => result.id === id)?.output;
}

describe('what is estimated', () => {
  test.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['你好，世界', 5],
    ['你好ab', 3],
    ['ｱｲ', 2],
  ])('%j takes %d tokens', (text, tokens) => {
    expect(estimateText(text)).toBe(tokens);
  });
});

describe('what is trimmed', () => {
  test('nothing where it fits: the very same list', () => {
    const messages = [SYSTEM, ...turn('one', 100), user('now?')];
    expect(fitHistory(messages, 10_000, 'en')).toBe(messages);
  });

  test('the oldest results first, and they keep their start', () => {
    const messages = [
      SYSTEM,
      ...turn('one', 1000),
      ...turn('two', 1000),
      ...turn('three', 1000),
      user('now?'),
    ];
    const fitted = fitHistory(messages, 2900, 'en');
    expect(estimateMessages(fitted)).toBeLessThanOrEqual(2900);
    expect(outputOf(fitted, 'one')).toEqual({
      note: expect.stringMatching(/left out.*echo again/),
      start: expect.stringContaining('{"path":"/one"'),
    });
    expect(outputOf(fitted, 'three')).toEqual(outputOf(messages, 'three'));
    expect(fitted).toHaveLength(messages.length);
    expect(callsWithoutResult(fitted)).toEqual([]);
  });

  test('then whole turns, oldest first, with one notice in the first message that stays', () => {
    const texts = Array.from({ length: 30 }, (_, index) => [
      user(`q${index} ${'x'.repeat(400)}`),
      said('y'.repeat(400)),
    ]).flat();
    const messages = [SYSTEM, ...texts, user('now?')];
    const fitted = fitHistory(messages, 2000, 'en');
    expect(estimateMessages(fitted)).toBeLessThanOrEqual(2000);
    expect(fitted[0]).toBe(SYSTEM);
    expect(fitted[1]).toMatchObject({
      role: 'user',
      text: expect.stringMatching(/^\[Notice.*\n\nq\d/s),
    });
    expect(fitted.filter(({ role }) => role === 'user').length).toBeGreaterThan(3);
    expect(fitted.at(-1)).toEqual(user('now?'));
    expect(JSON.stringify(fitted).match(/Notice/g)).toHaveLength(1);
  });

  test('the system prompt and both ends of the last user message never, however little room there is', () => {
    const messages = [
      SYSTEM,
      ...turn('one', 5000),
      user('n'.repeat(4000)),
      ...round('cur', 'z'.repeat(4000)),
    ];
    const fitted = fitHistory(messages, 200, 'zh');
    expect(fitted[0]).toBe(SYSTEM);
    expect(JSON.stringify(fitted)).toMatch(/n{150,}.*平台提示.*n{150,}/);
    expect(callsWithoutResult(fitted)).toEqual([]);
    expect(outputOf(fitted, 'one')).toBeUndefined();
  });

  test('earlier results of the current turn, then the last step to what room there is', () => {
    const rounds = ['a', 'b', 'c', 'd'].flatMap((id) => round(id, { body: id.repeat(2000) }));
    const fitted = fitHistory([SYSTEM, user('go'), ...rounds], 1100, 'en');
    expect(estimateMessages(fitted)).toBeLessThanOrEqual(1100);
    expect(outputOf(fitted, 'a')).toMatchObject({ note: expect.stringContaining('left out') });
    expect(outputOf(fitted, 'd')).toEqual({ body: 'd'.repeat(2000) });
    expect(callsWithoutResult(fitted)).toEqual([]);
  });

  test('a step of many large results shares the room, and short ones stay whole', () => {
    const results = Array.from({ length: 8 }, (_, index) => ({
      id: `r${index}`,
      name: 'echo',
      output: index === 0 ? { ok: true } : { body: '长'.repeat(900) },
      isError: false,
    }));
    const parts = results.map(({ id, name }) => ({
      type: 'tool-call' as const,
      id,
      name,
      argumentsText: '{}',
    }));
    const messages: ModelMessage[] = [
      user('go'),
      { role: 'assistant', parts },
      { role: 'tool', results },
    ];
    const fitted = fitHistory(messages, 2000, 'zh');
    expect(estimateMessages(fitted)).toBeLessThanOrEqual(2000);
    expect(outputOf(fitted, 'r0')).toEqual({ ok: true });
    expect(outputOf(fitted, 'r7')).toMatchObject({ note: expect.stringContaining('结果太长') });
  });

  test('a single result above half the budget is cut with its figures, and no character in two', () => {
    for (const body of [
      '😀'.repeat(5000),
      '长'.repeat(5000),
      'x'.repeat(50_000),
      '"\n'.repeat(9000),
    ]) {
      const fitted = fitHistory([user('go'), ...round('a', { body })], 1001, 'en');
      const output = JSON.stringify(outputOf(fitted, 'a'));
      expect(output).toMatch(/its first|these are its/);
      expect(output.isWellFormed()).toBe(true);
      expect(estimateMessages(fitted)).toBeLessThanOrEqual(700);
    }
  });
});

describe('the prefix', () => {
  test('changes seldom while the turn grows, though it is trimmed', () => {
    const messages = [
      SYSTEM,
      ...Array.from({ length: 12 }, (_, index) => turn(`t${index}`, 300)).flat(),
      user('go'),
    ];
    let changes = 0;
    let before = fitHistory(messages, 3000, 'en');
    for (let step = 0; step < 40; step += 1) {
      messages.push(...round(`s${step}`, { body: 'x'.repeat(120) }));
      const fitted = fitHistory(messages, 3000, 'en');
      expect(estimateMessages(fitted)).toBeLessThanOrEqual(3000);
      if (before.some((message, index) => fitted[index] !== message)) changes += 1;
      before = fitted;
    }
    expect(changes).toBeLessThanOrEqual(3);
  });
});
