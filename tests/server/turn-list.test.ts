// One read of a conversation's turns tells all that was seen of them while they ran, and where to follow from.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FollowedEvent } from '#client/follow-events.ts';
import { makeSkill } from '../make-skill.ts';
import { startOpenAiStub, type OpenAiStub } from '../stubs/openai-stub.ts';
import { startServer, type TestServer } from './run-server.ts';

const writes = await makeSkill('write-report', {
  'handler.ts': `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
export async function execute(input, ctx) {
  writeFileSync(join(ctx.workspace_dir, 'the report.csv'), 'a,b');
  return { success: true };
}`,
});
const half = await makeSkill('半份', {
  'handler.ts': `export async function execute() { return { success: true, warning: 'two are missing' }; }`,
});
const bad = await makeSkill('never-works', {
  'handler.ts': `export async function execute() { return { success: false, error: 'No such city.' }; }`,
});

/** Two steps of calls with words before them, then the answer; or an answer that stays open. */
const stub: OpenAiStub = await startOpenAiStub(({ body }) => {
  const { messages, tools } = body as {
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly tools: readonly {
      readonly function: { readonly name: string; readonly description: string };
    }[];
  };
  if (JSON.stringify(messages.findLast(({ role }) => role === 'user')).includes('wait'))
    return { text: 'Just a', end: 'hang' };
  // No provider takes its name: the tool has another.
  const halfName =
    tools.find(({ function: { description } }) => description.includes('半份'))?.function.name ??
    '';
  const given = messages.filter(({ role }) => role === 'tool').length;
  if (given === 0) {
    const calls = [
      { name: 'write-report', arguments: {} },
      { name: halfName, arguments: {} },
    ];
    return { text: ['First I ', 'look.'], calls };
  }
  if (given === 2)
    return { text: 'And there.', calls: [{ name: 'never-works', arguments: { city: 'X' } }] };
  return { text: 'Done.' };
});
let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    skills: [writes, half, bad],
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

/** The session's events behind `after`, up to the first of this kind. */
async function eventsUntil(
  session: string,
  type: FollowedEvent['event']['type'],
  after = 0,
): Promise<readonly FollowedEvent[]> {
  const following = new AbortController();
  const told: FollowedEvent[] = [];
  for await (const one of server.client.subscribe(session, { after, signal: following.signal })) {
    told.push(one);
    if (one.event.type === type) following.abort();
  }
  return told;
}

test('a turn’s words, calls, files and budget are in the list as they were in the stream', async () => {
  const { client } = server;
  const { id: session } = await client.call('sessions.create', { body: {} });
  const params = { session_id: session };
  await client.call('turns.create', { params, body: { text: 'Report!' } });
  const stream = await eventsUntil(session, 'turn-finished');
  const list = await client.call('turns.list', { params });
  const [turn] = list.items;
  expect(turn).toMatchObject({ state: 'done', reply: 'Done.', rounds: 2, failures: 1, banned: [] });
  expect(turn?.calls.map(({ said, tool, state }) => [said, tool, state])).toEqual([
    ['First I look.', 'write-report', 'done'],
    ['', '半份', 'partial'],
    ['And there.', 'never-works', 'failed'],
  ]);
  const told = stream.flatMap(({ event }) =>
    event.type === 'tool-finished' ? [[event.id, event.tool, event.status]] : [],
  );
  expect(new Set(turn?.calls.map(({ id, tool, state }) => `${id} ${tool} ${state}`))).toEqual(
    new Set(told.map((each) => each.join(' '))),
  );
  const artifacts = stream.flatMap(({ event: { type, ...fields } }) =>
    type === 'artifact' ? [fields] : [],
  );
  expect(artifacts).toHaveLength(1);
  expect(turn?.artifacts).toMatchObject(artifacts);
  expect(list.follow_from).toBe(stream.at(-1)?.seq);
  const runs = await client.call('runs.list', { query: { session_id: session } });
  expect(new Map(runs.items.map((run) => [run.call_id, run.skill]))).toEqual(
    new Map(turn?.calls.map(({ id, tool }) => [id, tool])),
  );
});

test('the list says where a turn that runs began in the stream, also after earlier ones', async () => {
  const { client } = server;
  const { id: session } = await client.call('sessions.create', { body: {} });
  const params = { session_id: session };
  expect((await client.call('turns.list', { params })).follow_from).toBe(0);
  await client.call('turns.create', { params, body: { text: 'Report!' } });
  const first = await eventsUntil(session, 'turn-finished');
  const { turn_id: running, seq } = await client.call('turns.create', {
    params,
    body: { text: 'wait', client_key: 'the same' },
  });
  await eventsUntil(session, 'text-delta', seq);
  const { follow_from: from } = await client.call('turns.list', { params });
  expect(from).toBe(first.at(-1)?.seq);
  const begun = await eventsUntil(session, 'text-delta', from);
  expect(begun.map(({ turn, event }) => [turn, event.type])).toEqual([
    [running, 'turn-queued'],
    [running, 'turn-started'],
    [running, 'text-delta'],
  ]);
  const again = await client.call('turns.create', {
    params,
    body: { text: 'wait', client_key: 'the same' },
  });
  expect(again).toMatchObject({ turn_id: running, seq });
  await client.call('turns.stop', { params: { ...params, turn_id: running } });
});
