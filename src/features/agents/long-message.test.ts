import { describe, expect, test } from 'vitest';
import type { ModelMessage } from '#features/models/index.ts';
import { fitHistory } from './history-budget.ts';
import { estimateMessages } from './token-estimate.ts';
import { playTurn, scriptedModel } from './turn-fixture.ts';

const SYSTEM: ModelMessage = { role: 'system', text: 'You are a test.' };

function user(text: string): ModelMessage & { readonly role: 'user' } {
  return { role: 'user', text };
}

function userText(messages: readonly ModelMessage[] | undefined): string {
  const last = messages?.findLast(({ role }) => role === 'user');
  return last?.role === 'user' ? last.text : '';
}

describe('a user message above the budget', () => {
  test.each([
    ['wide', '长'.repeat(9000)],
    ['narrow', 'x'.repeat(40_000)],
    ['pairs', '😀'.repeat(6000)],
    ['mixed', `${'a'.repeat(30_000)}${'你'.repeat(8000)}`],
  ])('loses its middle, says so, and keeps both ends (%s)', (_, body) => {
    const text = `first ${body} last`;
    const messages = [SYSTEM, user('before'), user(text)];
    for (const budget of [1000, 3001]) {
      const fitted = fitHistory(messages, budget, 'en');
      expect(estimateMessages(fitted)).toBeLessThanOrEqual(budget);
      expect(estimateMessages(fitted)).toBeGreaterThan(budget / 2);
      const sent = userText(fitted);
      expect(sent).toMatch(/first .*in its middle were not sent.* last$/s);
      expect(sent.isWellFormed()).toBe(true);
      const [, whole, lost] = /\((\d+) characters\): the (\d+) /.exec(sent) ?? [];
      expect(Number(whole)).toBe(text.length);
      const note = /\n\n\[Notice from the platform\] This message.*?\n\n/s.exec(sent)?.[0] ?? '';
      const dropped = /^\[Notice from the platform\] Earlier.*?\n\n/s.exec(sent)?.[0] ?? '';
      const kept = sent.length - note.length - dropped.length;
      expect(kept + Number(lost)).toBe(text.length);
    }
  });

  test('leaves room for results, and is the same message in every request of its turn', () => {
    const messages = [SYSTEM, user('y'.repeat(20_000))];
    const result = { id: 'a', name: 'echo', output: { body: 'z'.repeat(600) }, isError: false };
    const first = fitHistory(messages, 2000, 'zh');
    const again = fitHistory([...messages, { role: 'tool', results: [result] }], 2000, 'zh');
    expect(again[1]).toBe(first[1]);
    expect(again[2]).toMatchObject({ results: [result] });
    expect(estimateMessages(again)).toBeLessThanOrEqual(2000);
  });

  test('is whole where it fits', () => {
    const messages = [SYSTEM, user('y'.repeat(7800))];
    expect(fitHistory(messages, 2000, 'en')).toBe(messages);
  });
});

describe('what a turn sends of it', () => {
  const messages = [SYSTEM, user('长'.repeat(5000))];

  test('is within the tokens of a conversation, and the conversation keeps all of it', async () => {
    const { model } = await playTurn(scriptedModel([{ text: 'ok' }]), {
      messages,
      limits: { contextTokens: 1000 },
    });
    expect(estimateMessages(model.requests[0]?.messages ?? [])).toBeLessThanOrEqual(1000);
    expect(userText(messages)).toHaveLength(5000);
  });

  test('is all of it for a model that has no limit', async () => {
    const model = { ...scriptedModel([{ text: 'ok' }]), takesAnyLength: true };
    await playTurn(model, { messages, limits: { contextTokens: 1000 } });
    expect(userText(model.requests[0]?.messages)).toHaveLength(5000);
  });
});
