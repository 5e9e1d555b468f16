import { expect, test } from 'vitest';
import type { ModelMessage, ToolResult } from '#features/models/index.ts';
import { withRepeatsShort } from './repeated-calls.ts';
import { playTurn, scriptedModel, type ScriptedCall } from './turn-fixture.ts';

function resultsOf(messages: readonly ModelMessage[] | undefined): readonly ToolResult[] {
  return (messages ?? []).flatMap((message) => (message.role === 'tool' ? message.results : []));
}

const stub = { note: expect.stringContaining('not repeated') };
const whole = { success: true, a: 1, b: 2 };

function look(id: string, input: ScriptedCall['input'] = { a: 1, b: 2 }): ScriptedCall {
  return { id, name: 'look', input };
}

function turn(id: string): readonly ModelMessage[] {
  return [
    { role: 'user', text: 'again' },
    { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'look', argumentsText: '{}' }] },
    { role: 'tool', results: [{ id, name: 'look', output: { ok: true }, isError: false }] },
  ];
}

async function play(steps: readonly (readonly ScriptedCall[])[]) {
  const script = [...steps.map((calls) => ({ calls })), { text: 'ok' }];
  const tools = { look: (input: object) => ({ success: true, ...input }) };
  return playTurn(scriptedModel(script), { tools });
}

test('GRD-03 after a dead loop the repeats are stubs in what is sent, and whole in what is kept', async () => {
  const other = look('o', { a: 2 });
  const { model, result } = await play([
    [look('1')],
    [look('2', '{"b":2,"a":1}'), other],
    [look('3')],
    [look('4')],
    [look('5')],
  ]);
  const before = resultsOf(model.requests[3]?.messages);
  expect(before.map(({ output }) => output)).toMatchObject([whole, whole, { a: 2 }, whole]);
  const sent = Object.fromEntries(
    resultsOf(model.requests[5]?.messages).map(({ id, output }) => [id, output]),
  );
  expect(sent).toMatchObject({ 1: whole, 2: whole, o: { a: 2 }, 3: stub });
  expect(sent['4']).toMatchObject({ error: expect.stringContaining('3 times') });
  expect(sent['5']).toEqual(stub);
  const kept = resultsOf(result.newMessages);
  expect(kept.map(({ id }) => id)).toEqual(['1', '2', 'o', '3', '4', '5']);
  expect(kept[3]?.output).toMatchObject(whole);
  expect(kept[5]?.output).toMatchObject({ success: false });
});

test('GRD-03 a dead loop within one step is short from the first time it is sent', async () => {
  const { model } = await play([['1', '2', '3', '4', '5'].map((id) => look(id))]);
  const sent = resultsOf(model.requests[1]?.messages).map(({ output }) => output);
  expect(sent).toMatchObject([whole, whole, stub, { success: false }, stub]);
});

test('the prefix changes once, when the loop ends, and later turns send the same messages', async () => {
  const { model, result } = await play(['1', '2', '3', '4', '5', '6'].map((id) => [look(id)]));
  const requests = model.requests.map(({ messages }) => messages);
  const changes = requests.slice(1).map((messages, index) => {
    const earlier = requests[index] ?? [];
    return earlier.filter((message, at) => messages[at] !== message).length;
  });
  expect(changes).toEqual([0, 0, 0, 1, 0, 0]);
  const history: ModelMessage[] = [{ role: 'user', text: 'go' }, ...result.newMessages];
  const later = withRepeatsShort([...history, { role: 'user', text: 'more' }], 'en');
  expect(resultsOf(later)).toEqual(resultsOf(requests.at(-1)));
  expect(withRepeatsShort(history, 'en')[6]).toBe(later[6]);
});

test('equal calls of different turns are no loop', () => {
  const messages = ['a', 'b', 'c', 'd', 'e'].flatMap(turn);
  expect(withRepeatsShort(messages, 'en')).toBe(messages);
});
