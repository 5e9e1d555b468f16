import { expect, test } from 'vitest';
import type { JsonValue } from '#base/json.ts';
import { gather, toolOf } from '../../../../tests/stubs/model-requests.ts';
import type { AssistantPart, ModelMessage } from '../chat-model.ts';
import { createOfflineModel } from './offline-model.ts';

let made = 0;
const model = createOfflineModel({
  language: 'en',
  asker: 'operator',
  newCallId: () => `made-${++made}`,
});
const weather = toolOf(
  'weather',
  { city: { type: 'string' }, days: { type: 'integer' } },
  { description: 'Tells the weather forecast of a city.', required: ['city'] },
);
const tools = [toolOf('other'), weather];

function user(text: string): ModelMessage {
  return { role: 'user', text };
}

/** A call of `weather` and what it gave. */
function called(argumentsText: string, output: JsonValue): readonly ModelMessage[] {
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'weather', argumentsText }] },
    { role: 'tool', results: [{ id: 'c1', name: 'weather', output, isError: false }] },
  ];
}

async function partFor(messages: readonly ModelMessage[]): Promise<AssistantPart | undefined> {
  const { finish } = await gather(model, { messages, tools });
  return finish?.parts[0];
}

test('calls one tool, and then tells what it gave', async () => {
  const { finish } = await gather(model, { messages: [user('forecast for Paris')], tools });
  expect(finish).toEqual({
    type: 'finish',
    parts: [
      {
        type: 'tool-call',
        id: 'made-1',
        name: 'weather',
        argumentsText: '{"city":"forecast for Paris"}',
      },
    ],
    reason: 'tool-calls',
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  });
  const messages = [user('forecast for Paris'), ...called('{}', { ok: true, message: 'Rain.' })];
  expect(await gather(model, { messages, tools })).toMatchObject({
    text: 'Rain.',
    finish: { reason: 'stop', parts: [{ type: 'text', text: 'Rain.' }] },
  });
});

test('gives equal requests equal calls, and each an id of its own', async () => {
  const first = [user('/weather Paris')];
  const [one, again] = [await partFor(first), await partFor(first)];
  expect(one).toMatchObject({ type: 'tool-call', argumentsText: '{"city":"Paris"}' });
  expect(again).not.toEqual(one);
  expect({ ...again, id: '' }).toEqual({ ...one, id: '' });
});

test('streams its text in a few pieces that break no character', async () => {
  const { deltas, finish } = await gather(model, {
    messages: [user('hi'), ...called('{}', '😀😀😀😀😀😀😀')],
    tools,
  });
  expect(deltas).toHaveLength(4);
  const pieces = deltas.map(({ text }) => text);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  expect(finish?.parts).toEqual([{ type: 'text', text: pieces.join('') }]);
});

test('says that it is no language model, what it can call and how one is configured', async () => {
  const { text } = await gather(model, { messages: [user('Who was Plato?')], tools });
  expect(text).toContain('not a language model');
  expect(text).toContain('/weather: Tells the weather forecast of a city.');
  expect(text).toContain('To call one: /weather {"city":"…"}\n\n');
  expect(text).toContain('QIAO_MODEL=openai/<model>');
});

test('lists 20 tools at most and says how many there are', async () => {
  const many = Array.from({ length: 30 }, (_, index) => toolOf(`tool-${index}`));
  const { text } = await gather(model, { messages: [user('Who was Plato?')], tools: many });
  expect(text.match(/^- \/tool-/gm)).toHaveLength(20);
  expect(text).toContain('20 of 30');
});

test('says so where a command names no tool, and where there is no tool at all', async () => {
  const unknown = await gather(model, { messages: [user('/nothing')], tools });
  expect(unknown.text).toMatch(/^There is no skill named nothing\./);
  const none = await gather(model, { messages: [user('/weather')], tools: [] });
  expect(none.text).toContain('No skills are available');
});

test('speaks Chinese where the setting says so', async () => {
  const chinese = createOfflineModel({
    language: 'zh',
    asker: 'operator',
    newCallId: () => 'made',
  });
  const { text } = await gather(chinese, { messages: [user('柏拉图是谁')], tools });
  expect(text).toContain('不是语言模型');
  expect(text).toContain('QIAO_MODEL');
});

test('answers with the results where it may call no tool, whatever notice follows them', async () => {
  const results = called('{}', { ok: true, message: 'Rain.' });
  for (const notice of [[], [user('Wrap up.')], [{ role: 'system', text: 'Wrap up.' } as const]]) {
    const messages = [user('weather Paris'), ...results, ...notice];
    const step = await gather(model, { messages, tools, toolChoice: 'none' });
    expect(step.text).toBe('Rain.');
    expect((await gather(model, { messages, tools: [] })).text).toBe('Rain.');
  }
});

test('makes no call where it may call no tool and nothing was called', async () => {
  const { finish } = await gather(model, {
    messages: [user('/weather Paris')],
    tools,
    toolChoice: 'none',
  });
  expect(finish?.parts).toMatchObject([{ type: 'text' }]);
});

test('asks the person for what is missing instead of calling again', async () => {
  const failure = { success: false, error: 'Which city?', need_param: 'city' };
  const messages = [user('/weather'), ...called('{}', failure)];
  const { text, finish } = await gather(model, { messages, tools });
  expect(finish?.reason).toBe('stop');
  expect(text).toContain('still needs: city');
});

test('takes the next message for the answer to what a tool asked for', async () => {
  const failure = { success: false, error: 'Which city?', need_param: 'city' };
  const asked: readonly ModelMessage[] = [
    user('/weather days=3'),
    ...called('{"days":3}', failure),
    { role: 'assistant', parts: [{ type: 'text', text: 'Which city?' }] },
  ];
  expect(await partFor([...asked, user('Paris')])).toMatchObject({
    name: 'weather',
    argumentsText: '{"days":3,"city":"Paris"}',
  });
  expect(await partFor([...asked, user('/other')])).toMatchObject({ name: 'other' });
  // Once it is answered with something else, the question is closed.
  const moved = [...asked, user('Never mind.'), { role: 'assistant', parts: [] } as const];
  expect(await partFor([...moved, user('Who was Plato?')])).toMatchObject({ type: 'text' });
});

test('takes the next message for what was missing in the one before, unless it is explicit', async () => {
  const days = toolOf(
    'forecast',
    { days: { type: 'integer' }, city: { type: 'string', enum: ['Paris', 'Rome'] } },
    { description: 'Forecast of some days.', required: ['days', 'city'] },
  );
  const asked: readonly ModelMessage[] = [
    user('forecast for Rome'),
    { role: 'assistant', parts: [{ type: 'text', text: 'How many days?' }] },
  ];
  const stepFor = async (text: string): Promise<AssistantPart | undefined> => {
    const step = await gather(model, { messages: [...asked, user(text)], tools: [days, weather] });
    return step.finish?.parts[0];
  };
  expect(await stepFor('3')).toMatchObject({ argumentsText: '{"city":"Rome","days":3}' });
  expect(await stepFor('many')).toMatchObject({ type: 'text' });
  expect(await stepFor('weather "Oslo"')).toMatchObject({ argumentsText: '{"city":"Oslo"}' });
});

test('a system notice at the end is no message of the person', async () => {
  const messages = [user('/weather Paris'), { role: 'system', text: 'It is noon.' } as const];
  expect(await partFor(messages)).toMatchObject({ name: 'weather' });
});

test('a stop is stopped', async () => {
  await expect(gather(model, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'stopped',
  });
});

test('speaks of a skill by its own name, not by that of its tool', async () => {
  const tool = toolOf(
    'skill_0a1b2c3d',
    { text: { type: 'string' }, at: { type: 'string' } },
    { description: '字数统计: Counts.', required: ['text', 'at'] },
  );
  const say = async (messages: readonly ModelMessage[]) =>
    (await gather(model, { messages, tools: [tool] })).text;
  const abilities = await say([user('/没有 {"text": 1}')]);
  expect(abilities).toContain('There is no skill named 没有.');
  expect(abilities).toContain('- /字数统计: Counts.');
  expect(abilities).toContain('/字数统计 {"text":"…","at":"…"}');
  const output = { success: false, error: 'No text.', need_param: 'text' };
  const failed = await say([
    { role: 'tool', results: [{ id: 'c', name: tool.name, output, isError: true }] },
  ]);
  expect(failed).toContain('The skill 字数统计 failed: No text.');
  expect(failed).toContain('The skill 字数统计 still needs: text.');
  expect(`${abilities}${failed}`).not.toContain('skill_0a1b2c3d');
});

test('says that a text was not used where a skill declares no parameters, or which one is unclear', async () => {
  const now = toolOf('now');
  const pair = toolOf('pair', { a: { type: 'string' }, b: { type: 'string' } });
  const say = async (message: string, name: string, argumentsText: string): Promise<string> => {
    const messages: readonly ModelMessage[] = [
      user(message),
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name, argumentsText }] },
      { role: 'tool', results: [{ id: 'c', name, output: 'Done.', isError: false }] },
    ];
    return (await gather(model, { messages, tools: [now, pair] })).text;
  };
  expect(await say('/now 上海', 'now', '{}')).toBe(
    'Done.\n\nNote: “上海” was not used, because the skill now declares no parameters.',
  );
  expect(await say('/pair one two', 'pair', '{}')).toContain('Write parameter=value');
  expect(await say(`/now ${'x'.repeat(99)}`, 'now', '{}')).toContain('x…”');
  expect(await say('/now', 'now', '{}')).toBe('Done.');
  // Another model made these calls.
  expect(await say('/now 上海', 'now', '{"a":1}')).toBe('Done.');
  expect(await say('/now 上海', 'pair', '{}')).toBe('Done.');
});

test('names the values of an enumeration that it asks for', async () => {
  const todo = {
    ...toolOf('todo'),
    inputSchema: {
      type: 'object',
      'x-subcommand': 'action',
      properties: { action: { enum: ['add', 'list'] }, text: { type: 'string' } },
    },
  };
  const first = await gather(model, { messages: [user('/todo buy milk')], tools: [todo] });
  expect(first.text).toContain('action is one of: add, list.');
  const asked = [user('/todo buy milk'), { role: 'assistant', parts: [] } as const];
  const wrong = await gather(model, { messages: [...asked, user('buy')], tools: [todo] });
  expect(wrong.finish?.parts).toMatchObject([{ type: 'text' }]);
  const right = await gather(model, { messages: [...asked, user('list it')], tools: [todo] });
  expect(right.finish?.parts).toMatchObject([{ argumentsText: '{"action":"list"}' }]);
});

test('/help lists the skills and how to call one, or tells of the one that is named', async () => {
  for (const message of ['/help', '/帮助', '/HELP me']) {
    const { text } = await gather(model, { messages: [user(message)], tools });
    expect(text).toMatch(/- \/weather: [^]*To call one: \/weather/);
    expect(text).toContain('/help SKILL shows the parameters');
    expect(text).not.toContain('no skill named');
  }
  const { text } = await gather(model, { messages: [user('/help weather')], tools });
  expect(text).toContain('/weather: Tells the weather');
  expect(text).toContain('/weather {"city":"…","days":1}');
  const own = await gather(model, { messages: [user('/help')], tools: [toolOf('help')] });
  expect(own.finish?.parts).toMatchObject([{ name: 'help' }]);
});

test('names no command that does not exist where there is no skill', async () => {
  const { text } = await gather(model, { messages: [user('/help')], tools: [] });
  expect(text).toContain('--skills DIR');
  expect(text).not.toContain('skills install');
});

test('lists in Chinese what the descriptions say in Chinese', async () => {
  const chinese = createOfflineModel({
    language: 'zh',
    asker: 'operator',
    newCallId: () => 'made',
  });
  const described = toolOf('diff', {}, { description: 'Days.\nMore. (日期间隔：计算天数)' });
  const listed = async (asked: typeof model): Promise<string> =>
    (await gather(asked, { messages: [user('/help')], tools: [described] })).text;
  expect(await listed(chinese)).toContain('- /diff: 日期间隔：计算天数\n');
  expect(await listed(model)).toContain('- /diff: Days.\n');
});

test('says with a question how to leave it, and that it was left', async () => {
  const question = await gather(model, {
    messages: [user('/weather'), ...called('{}', { ok: false, need_param: 'city' })],
    tools,
  });
  expect(question.text).toContain('type /cancel or any other command');
  const messages = [
    user('/weather'),
    ...called('{}', { ok: false, need_param: 'city' }),
    { role: 'assistant', parts: [{ type: 'text', text: question.text }] } as const,
    user('/cancel'),
  ];
  const { text } = await gather(model, { messages, tools });
  expect(text).toBe('Cancelled: the skill weather is not called.');
});
