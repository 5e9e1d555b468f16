// `qiao chat`, as a person or a program uses it, with a model behind a real HTTP peer.

import { afterEach, expect, test } from 'vitest';
import { chatEventSchema, type ChatEvent } from '#contract/chat-events.ts';
import { emptyChatTexts } from '#contract/texts/console-chat-texts.ts';
import { makeSkill } from './make-skill.ts';
import { qiao, startQiao, type Ended } from './run-qiao.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from './stubs/openai-stub.ts';

let stub: OpenAiStub | undefined;
afterEach(async () => {
  await stub?.close();
  stub = undefined;
});

async function stubbed(steps: readonly OpenAiStep[]): Promise<Record<string, string>> {
  stub = await startOpenAiStub(steps);
  return {
    QIAO_MODEL: 'openai/stub',
    OPENAI_BASE_URL: stub.baseUrl,
    OPENAI_API_KEY: 'sk-test-key',
  };
}

function eventsOf({ stdout }: Ended): ChatEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => chatEventSchema.parse(JSON.parse(line)));
}

function endOf(ended: Ended): Extract<ChatEvent, { type: 'turn-finished' }> {
  const end = eventsOf(ended).at(-1);
  if (end?.type !== 'turn-finished') throw new TypeError(`No end: ${ended.stdout}${ended.stderr}`);
  return end;
}

const call = (name: string, input: object): OpenAiStep => ({
  calls: [{ name, arguments: input }],
});
const chat = (environment: Record<string, string>, ...args: string[]) =>
  qiao(['chat', 'go', '--json', ...args], { environment });

test('without a key the offline router calls a skill in Python, in TypeScript and as a script', async () => {
  for (const [message, tool] of [
    ['/text-stats {"text": "one two"}', 'text-stats'],
    ['/date-diff {"start": "2026-01-01", "end": "2026-01-31"}', 'date-diff'],
    ['/disk-report {}', 'disk-report'],
  ] as const) {
    const ended = await qiao(['chat', message, '--json']);
    expect(ended.exitCode).toBe(0);
    expect(eventsOf(ended)).toContainEqual(
      expect.objectContaining({ type: 'tool-finished', tool, status: 'done' }),
    );
  }
});

test('what the page offers a newcomer to begin with is answered without a key, in both languages', async () => {
  const [abilities, ...skills] = emptyChatTexts.examples();
  for (const language of ['en', 'zh'] as const) {
    const environment = { QIAO_LANGUAGE: language };
    const told = await qiao(['chat', abilities?.[language] ?? ''], { environment });
    expect(told.stdout).toContain('/text-stats');
    expect(told.stdout).not.toMatch(/No skill fits|没有技能与/);
    for (const example of skills) {
      const ended = await qiao(['chat', example[language], '--json'], { environment });
      expect(eventsOf(ended)).toContainEqual(
        expect.objectContaining({ type: 'tool-finished', status: 'done' }),
      );
    }
  }
});

test('a person sees the reply on standard output, and everything about it on standard error', async () => {
  const { stdout, stderr, exitCode } = await qiao(['chat', '/text-stats hello there']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('| words | 2 |');
  expect(stderr).toContain('✓ text-stats');
  expect(stderr).toContain('nothing leaves this machine');
  expect(`${stdout}${stderr}`).not.toContain('\u001B[');
});

test('several lines on standard input are several turns of one session', async () => {
  const input = '/text-stats hello\n\n/date-diff {"start": "2026-01-01", "end": "2026-01-02"}\n';
  const ended = await qiao(['chat', '--json'], { input });
  const ends = eventsOf(ended).filter(({ type }) => type === 'turn-finished');
  expect(ends).toHaveLength(2);
});

test('a model calls a skill, gets its envelope and answers', async () => {
  const environment = await stubbed([call('text-stats', { text: 'a b' }), { text: 'Two words.' }]);
  const ended = await chat(environment);
  expect(endOf(ended)).toMatchObject({ reason: 'answered', rounds: 1, failures: 0, banned: [] });
  expect(endOf(ended).text).toContain('Two words.');
  expect(JSON.stringify(stub?.requests[1]?.body)).toContain('cjk_characters');
  expect(ended.stderr).toContain('127.0.0.1');
});

test('GRD-01, GRD-06 a skill that keeps failing is banned, leaves the list, and the turn goes on', async () => {
  const folder = await makeSkill('broken', {
    'handler.ts':
      'export async function execute(input: object): Promise<object> {\n  throw new Error("boom");\n}\n',
  });
  const calls = Array.from({ length: 5 }, (_, n) => call('broken', { n }));
  const environment = await stubbed([...calls, { text: 'I give up.' }]);
  const ended = await chat(environment, '--skills', folder);
  expect(endOf(ended)).toMatchObject({ failures: 4, banned: ['broken'] });
  const offered = stub?.requests.map(({ body }) =>
    JSON.stringify(body).includes('"name":"broken","desc'),
  );
  expect(offered?.slice(0, 4)).toEqual([true, true, true, true]);
  expect(offered?.[4]).toBe(false);
  expect(eventsOf(ended)).toContainEqual(
    expect.objectContaining({ type: 'tool-refused', tool: 'broken' }),
  );
});

test('ten parallel calls each get one result, in order', async () => {
  const calls = Array.from({ length: 10 }, (_, n) => ({
    name: 'text-stats',
    arguments: { text: 'x '.repeat(n + 1) },
  }));
  const environment = await stubbed([{ calls }, { text: 'Done.' }]);
  const ended = await chat(environment);
  const finished = eventsOf(ended).filter(({ type }) => type === 'tool-finished');
  expect(finished).toHaveLength(10);
  const second = JSON.stringify(stub?.requests[1]?.body);
  expect(second.match(/"role":"tool"/g)).toHaveLength(10);
});

test('a model that never stops is ended after MAX_TOOL_ROUNDS, with an answer', async () => {
  const endless = Array.from({ length: 30 }, (_, n) => call('text-stats', { text: `t${n}` }));
  const environment = { ...(await stubbed(endless)), MAX_TOOL_ROUNDS: '3' };
  const ended = await chat(environment);
  expect(endOf(ended)).toMatchObject({ reason: 'rounds', rounds: 3 });
  expect(endOf(ended).text).not.toBe('');
  expect(ended.exitCode).toBe(3);
});

test.each<[string, readonly OpenAiStep[]]>([
  ['a wrong name', [call('text_stats_x', {}), { text: 'Sorry.' }]],
  [
    'malformed arguments',
    [{ calls: [{ name: 'text-stats', arguments: '{"text": ' }] }, { text: 'Sorry.' }],
  ],
  ['nothing, then an answer', [{ text: '' }, { text: 'Sorry.' }]],
])('a model that gives %s is told, and the turn is answered', async (_, steps) => {
  const ended = await chat(await stubbed(steps));
  expect(ended.exitCode).toBe(0);
  expect(endOf(ended).text).toContain('Sorry.');
});

test.each<[string, OpenAiStep, RegExp]>([
  ['401', { kind: 'failure', status: 401, message: 'bad key sk-test-key' }, /key/i],
  ['400', { kind: 'failure', status: 400, message: 'no such model' }, /no such model/],
])(
  'a provider that answers %s ends the turn with a sentence and exit code 1',
  async (_, step, sentence) => {
    const ended = await chat(await stubbed([step, step, step]));
    expect(ended.exitCode).toBe(1);
    expect(endOf(ended).reason).toBe('model-failed');
    expect(ended.stderr).toMatch(sentence);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain('sk-test-key');
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  },
);

test('a provider that is busy for a moment is asked again, and nobody notices', async () => {
  const environment = await stubbed([
    { kind: 'failure', status: 429, message: 'slow down', headers: { 'retry-after': '0' } },
    { kind: 'failure', status: 500, message: 'oops' },
    { text: 'Here.' },
  ]);
  const ended = await chat(environment);
  expect(endOf(ended)).toMatchObject({ text: 'Here.', reason: 'answered' });
});

test('a model that can not be reached is told with its address', async () => {
  const environment = { QIAO_MODEL: 'openai/x', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const ended = await chat(environment);
  expect(ended.exitCode).toBe(1);
  expect(ended.stderr).toContain('127.0.0.1:9');
});

test('Ctrl-C stops the turn: the skill is ended, every call has its end, and the exit code says so', async () => {
  const folder = await makeSkill('sleepy', {
    'handler.py':
      'import asyncio\nasync def execute(input_data, runtime_context):\n    await asyncio.sleep(60)\n',
  });
  const environment = await stubbed([call('sleepy', {}), { text: 'never' }]);
  const running = startQiao(['chat', 'go', '--json', '--skills', folder], { environment });
  let seen = '';
  running.child.stdout?.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
  });
  await expect.poll(() => seen, { timeout: 30_000 }).toContain('tool-started');
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.exitCode).toBe(1);
  expect(endOf(ended).reason).toBe('stopped');
  expect(eventsOf(ended).filter(({ type }) => type === 'tool-finished')).toHaveLength(1);
});

test('what a kept conversation can not take is refused before anything starts', async () => {
  const cases = {
    '--config': "--config can't be used with --session or --role",
    '--channel': 'no channel "y". There are: web, text.',
  };
  for (const [option, told] of Object.entries(cases)) {
    const { exitCode, stderr } = await qiao(['chat', 'hi', '--session', 'x', option, 'y']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(told);
  }
});

test('a data folder that can not be used ends the program with a sentence', async () => {
  const { exitCode, stderr } = await qiao(['chat', '/text-stats x'], {
    environment: { AGENT_WORKSPACE_DIR: '/proc/nope' },
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/proc/nope');
  expect(stderr).not.toContain('fault of the program');
});
