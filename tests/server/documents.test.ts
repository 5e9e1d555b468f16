// A document skill in a conversation: a sub-agent draws a chart from an upload with the package's script, and it is delivered.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ChatEvent } from '#contract/chat-events.ts';
import { SKILLS } from '../example-skills/run-example.ts';
import { hasSandbox } from '../has-sandbox.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from '../stubs/openai-stub.ts';
import { startServer, type TestServer } from './run-server.ts';
import { idOf, newPlace, upload } from './send-file.ts';

const bodySchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish() })),
});

/** The main model calls the skill once; what its sub-agent does, told the system prompt and the task first, is up to the test. */
let agent: (texts: readonly string[], step: number) => OpenAiStep = () => ({ text: 'Nothing.' });

let stub: OpenAiStub;
let server: TestServer;
const shell = (command: string): OpenAiStep => ({
  calls: [{ name: 'container_shell', arguments: { command } }],
});

/** Says it with a CSV, and follows the turn to its end; `onEvent` may stop it on the way. */
async function say(onEvent: (event: ChatEvent, stop: () => void) => void = () => {}) {
  const { session } = await newPlace(server);
  const csv = 'region,amount\nNorth,7\nSouth,3\n';
  const file = await upload(server, { session, name: 'sales.csv' }, csv);
  const params = { session_id: session };
  const body = { text: 'Draw it.', attachments: [idOf(file)] };
  const { client } = server;
  const { turn_id: turnId, seq } = await client.call('turns.create', { params, body });
  const following = new AbortController();
  const events: ChatEvent[] = [];
  const stop = (): void =>
    void client.call('turns.stop', { params: { ...params, turn_id: turnId } });
  const stream = client.subscribe(session, { after: seq, signal: following.signal });
  for await (const { turn, event } of stream) {
    if (turn !== turnId) continue;
    events.push(event);
    onEvent(event, stop);
    if (event.type === 'turn-finished') following.abort();
  }
  const turn = await client.call('turns.get', { params: { ...params, turn_id: turnId } });
  return { turn, events, turnId };
}

describe.skipIf(!hasSandbox)('with a sandbox', () => {
  beforeAll(async () => {
    stub = await startOpenAiStub(({ body }) => {
      const { messages } = bodySchema.parse(body);
      const texts = messages.map(({ content }) => content ?? '');
      const isAgent = texts[0]?.includes('拿不到数据如实说') === true;
      const step = messages.filter(({ role }) => role === 'tool').length;
      if (isAgent) return agent(texts, step);
      if (messages.at(-1)?.role === 'tool') return { text: 'Here is the chart.' };
      const instruction = 'Draw amount by region from sales.csv as bars.';
      return { calls: [{ name: 'chart-report', arguments: { instruction } }] };
    });
    server = await startServer({
      skills: [SKILLS],
      environment: {
        QIAO_MODEL: 'openai/stub',
        OPENAI_BASE_URL: stub.baseUrl,
        OPENAI_API_KEY: 'sk-test',
      },
    });
  }, 120_000);
  afterAll(async () => {
    await server.remove();
    await stub.close();
  });

  test('DOC-02, DOC-06, DOC-13 a chart is drawn from an upload by a script of the package, and delivered', async () => {
    agent = (texts, step) => {
      const script = /python3 (\S+chart\.py)/.exec(texts[1] ?? '')?.[1] ?? '';
      const csv = /- sales\.csv: (\S+)/.exec(texts[1] ?? '')?.[1] ?? '';
      const draw = `python3 ${script} draw --file ${csv} --label region --value amount`;
      if (step === 0) return shell(`${draw} --out sales-by-region.svg`);
      return { text: 'sales-by-region.svg: North 7, South 3.' };
    };
    const { turn, events, turnId } = await say();
    expect(turn).toMatchObject({
      state: 'done',
      reply: 'Here is the chart.',
      artifacts: [{ name: 'sales-by-region.svg', media: 'image', state: 'kept' }],
    });
    const progress = events.flatMap((event) =>
      event.type === 'tool-progress' ? [event.text] : [],
    );
    expect(progress.join('\n')).toMatch(/step 1, container_shell: python3 \S+chart\.py draw/);
    const { items } = await server.client.call('runs.list', { query: { turn_id: turnId } });
    const run = await server.client.call('runs.get', { params: { run_id: items[0]?.id ?? '' } });
    expect(run.decisions.filter(({ rule }) => rule === 'DOC-13')).toHaveLength(1);
    expect(run).toMatchObject({
      skill: 'chart-report',
      status: 'done',
      output: { success: true, result: 'sales-by-region.svg: North 7, South 3.', steps: 1 },
    });
  });

  test('DOC-12 without the file that it owes the run has failed, whatever was said', async () => {
    agent = (_texts, step) => (step === 0 ? shell('ls') : { text: 'The chart is attached.' });
    const { events, turn } = await say();
    const end = events.find((event) => event.type === 'tool-finished');
    expect(end).toMatchObject({
      status: 'failed',
      result: { error: expect.stringContaining('owes a file'), result: 'The chart is attached.' },
    });
    expect(turn.artifacts).toEqual([]);
  });

  test('DOC-13 the user’s stop ends the sub-agent and its command', async () => {
    agent = () => shell('touch begun && sleep 300');
    const { turn } = await say((event, stop) => {
      if (event.type === 'tool-progress') stop();
    });
    expect(turn).toMatchObject({ state: 'done', reason: 'stopped' });
  });
});
