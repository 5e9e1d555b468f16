import { describe, expect, test } from 'vitest';
import { toolOf } from '../../../../tests/stubs/model-requests.ts';
import { route } from './route.ts';

const text = { type: 'string' };
const weather = toolOf(
  'weather',
  { city: text },
  { description: 'Tells the weather forecast of a city. 查询城市的天气预报。', required: ['city'] },
);
const mail = toolOf(
  'send-mail',
  { to: { type: 'string', format: 'email' }, subject: text },
  { description: 'Sends an e-mail message. 发送邮件。', required: ['to'] },
);
const add = toolOf(
  'add_numbers',
  { a: { type: 'number' }, b: { type: 'number' } },
  { description: 'Adds two numbers. 两数相加。', required: ['a', 'b'] },
);
const tools = [add, mail, weather];

function routed(message: string): unknown {
  const found = route(message, tools);
  return found.status === 'call' ? [found.tool.name, found.argumentsText] : found;
}

test.each([
  ['/weather {"city": "Paris"}', 'weather', '{"city": "Paris"}'],
  ['/weather{"city":"Paris"}', 'weather', '{"city":"Paris"}'],
  [
    '  /Send_Mail to=a@b.example subject="Good day"',
    'send-mail',
    '{"to":"a@b.example","subject":"Good day"}',
  ],
  ['/weather New York', 'weather', '{"city":"New York"}'],
  ['/weather a=b is text', 'weather', '{"city":"a=b is text"}'],
  ['/add_numbers a=1 b=2.5', 'add_numbers', '{"a":1,"b":2.5}'],
  ['/add_numbers 1 2', 'add_numbers', '{"a":1,"b":2}'],
  ['/add_numbers', 'add_numbers', '{}'],
  ['/weather {"city": ', 'weather', '{"city":'],
  ['/skill weather Paris', 'weather', '{"city":"Paris"}'],
])('a command is taken at its word: %s', (message, tool, argumentsText) => {
  expect(routed(message)).toEqual([tool, argumentsText]);
});

describe('a tool with sub-commands', () => {
  const action = { type: 'string', enum: ['add', 'list', 'done'] };
  const declared = {
    ...toolOf('todo', { action, text, due: { type: 'string', format: 'date' } }),
    inputSchema: {
      type: 'object',
      'x-subcommand': 'action',
      properties: { action, text, due: { type: 'string', format: 'date' } },
      required: ['action'],
    },
  };
  const implied = toolOf(
    'translate',
    { target: { type: 'string', enum: ['en', 'fr'] }, text },
    { required: ['target', 'text'] },
  );
  const numbered = toolOf(
    'job',
    { action, id: { type: 'integer' } },
    { required: ['action', 'id'] },
  );
  test.each([
    ['/todo add buy milk', '{"action":"add","text":"buy milk"}'],
    ['/todo ADD buy milk', '{"action":"add","text":"buy milk"}'],
    ['/todo add text="buy milk"', '{"action":"add","text":"buy milk"}'],
    ['/todo list', '{"action":"list"}'],
    ['/todo', '{}'],
    ['todo add 买牛奶', '{"action":"add","text":"买牛奶"}'],
    ['/todo action=add', '{"action":"add"}'],
    ['/translate fr good day', '{"target":"fr","text":"good day"}'],
    ['/translate good day in fr', '{"target":"fr","text":"good day in fr"}'],
    ['/job done 3', '{"action":"done","id":3}'],
  ])('CLI-02 takes the first word for it, and the rest for the one that is left: %s', (...row) => {
    const [message, argumentsText] = row;
    const found = route(message, [declared, implied, numbered]);
    expect(found).toMatchObject({ status: 'call', argumentsText });
    expect(found).not.toHaveProperty('unused');
  });

  test.each([
    ['/todo buy milk', ['action']],
    ['/job ready', ['action', 'id']],
    ['/job done tomorrow', ['id']],
  ])('CLI-02 asks where a word of it or the rest is missing: %s', (message, missing) => {
    const found = route(message, [declared, implied, numbered]);
    expect(found).toMatchObject({ status: 'incomplete', missing });
  });
});

describe('a skill whose tool had to be named otherwise', () => {
  const count = toolOf(
    'skill_0a1b2c3d',
    { text },
    { description: '字数统计: Counts characters.', required: ['text'] },
  );
  const mixed = toolOf('v2_0f0f0f0f', {}, { description: '翻译-v2: Translates.' });
  test.each([
    ['/字数统计 {"text": "a"}', 'skill_0a1b2c3d', '{"text": "a"}'],
    ['/字数统计{"text":"a"}', 'skill_0a1b2c3d', '{"text":"a"}'],
    ['／字数统计 text=a', 'skill_0a1b2c3d', '{"text":"a"}'],
    ['/skill_0a1b2c3d {"text": "a"}', 'skill_0a1b2c3d', '{"text": "a"}'],
    ['/skill 字数统计 a', 'skill_0a1b2c3d', '{"text":"a"}'],
    ['/翻译_V2 {}', 'v2_0f0f0f0f', '{}'],
    ['请用字数统计看看', 'skill_0a1b2c3d', '{"text":"请用字数统计看看"}'],
  ])('is called by its own name: %s', (message, tool, argumentsText) => {
    const found = route(message, [count, mixed, weather]);
    expect(found).toMatchObject({ status: 'call', tool: { name: tool }, argumentsText });
  });

  test.each(['/字数 {"text": "a"}', '/weather！ {}', '/天气预报 Paris', `/${'长'.repeat(70)}`])(
    'is never what an unknown command runs: %s',
    (message) => {
      expect(route(message, [count, mixed, weather])).toMatchObject({ status: 'unknown-command' });
    },
  );
});

test.each([
  ['/now 上海', '上海'],
  ['now 上海', '上海'],
  ['/pair one two', 'one two'],
  ['what is it now', undefined],
  ['/now', undefined],
  ['/now a=1', undefined],
  ['/now {"a":1}', undefined],
])('text that no parameter takes is told apart: %s', (message, unused) => {
  const found = route(message, [toolOf('now'), toolOf('pair', { a: text, b: text })]);
  expect(found.status === 'call' ? found.unused : found).toBe(unused);
});

test('an unknown command is told as one, and a path is no command', () => {
  expect(routed('/nothing {"a": 1}')).toEqual({ status: 'unknown-command', name: 'nothing' });
  expect(routed('/skill nothing')).toMatchObject({ status: 'unknown-command' });
  expect(routed('/etc/hosts')).toEqual({ status: 'none' });
});

test.each([
  ['add numbers: 3 and 4', 'add_numbers', '{"a":3,"b":4}'],
  ['weather Paris', 'weather', '{"city":"Paris"}'],
  ['please send-mail to a@b.example', 'send-mail', '{"to":"a@b.example"}'],
])('a name in the text decides: %s', (message, tool, argumentsText) => {
  expect(routed(message)).toEqual([tool, argumentsText]);
});

test.each([
  ['北京的天气怎么样？', 'weather'],
  ['What is the forecast for "Paris"?', 'weather'],
  ['发邮件给 a@b.example', 'send-mail'],
  ['E-mail message for a@b.example', 'send-mail'],
  ['把 3 和 4 相加', 'add_numbers'],
])('its words decide: %s', (message, tool) => {
  expect(routed(message)).toEqual([tool, expect.any(String)]);
});

test.each(['What is the capital of France?', '讲个笑话', '你好', '', '?!'])(
  'no tool is guessed for: "%s"',
  (message) => {
    expect(routed(message)).toEqual({ status: 'none' });
  },
);

test('what is missing is named rather than made up', () => {
  expect(route('send mail please', tools)).toMatchObject({
    status: 'incomplete',
    tool: { name: 'send-mail' },
    missing: ['to'],
  });
});

test('the longest of several names is meant', () => {
  const found = route('run weather-history', [weather, toolOf('weather-history')]);
  expect(found).toMatchObject({ status: 'call', tool: { name: 'weather-history' } });
});

test('what can be done is told by the router itself, unless the skill for it is named', () => {
  const help = toolOf(
    'skill_help',
    { topic: text },
    { description: 'Tells the user what this role can do - its skills. 告诉用户有哪些技能。' },
  );
  for (const asked of ['What can you do? Which skills do you have?', '你能做什么？有哪些技能？'])
    expect(route(asked, [...tools, help])).toEqual({ status: 'help', tool: undefined });
  expect(route('/skill_help csv', [...tools, help])).toMatchObject({ status: 'call', tool: help });
});
