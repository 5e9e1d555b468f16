// What an operator sets for a role holds in the running server: its limits, its skills, and what it used.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteBody } from '#contract/api/routes.ts';
import { makeSkill } from '../make-skill.ts';
import { joinServer, startServer, type TestServer } from './run-server.ts';
import { startObedientModel, talkTo } from './talk.ts';

const handler = (name: string, code: string, more = '') =>
  makeSkill(name, {
    'SKILL.md': `---\nname: ${name}\ndescription: For a test.\n${more}---\n`,
    'handler.ts': code,
  });
const skills = await Promise.all([
  handler(
    'sleeper',
    `export async function execute() {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return { success: true };
    }`,
  ),
  handler(
    'napper',
    `export async function execute() {
      await new Promise((resolve) => setTimeout(resolve, 1200));
      return { success: true };
    }`,
  ),
  handler(
    'asker',
    `export async function execute({ questions }, ctx) {
      const answers = [];
      for (const content of questions) {
        answers.push((await ctx.provider.chat([{ role: 'user', content }])).text);
      }
      return { success: true, answers };
    }`,
  ),
  handler('mailer', `export const execute = (input, ctx) => ctx.call_skill('send_mail', {});`),
  handler('send_mail', `export const execute = () => ({ success: true, sent: true });`),
  handler(
    'drawer',
    `import { writeFileSync } from 'node:fs';
    export function execute(input, ctx) {
      writeFileSync(ctx.workspace_dir + '/a b.txt', 'drawn');
      return { success: true, local_path: 'a b.txt' };
    }`,
  ),
  handler(
    'strict',
    'export const execute = () => ({ success: true });',
    'parameters:\n  type: object\n  properties:\n    city: {type: string}\n  required: [city]\n',
  ),
]);
const stub = await startObedientModel((said) =>
  said === 'never end' ? { text: 'Well, it', end: 'hang' } : undefined,
);
const environment = {
  QIAO_MODEL: 'openai/stub',
  OPENAI_BASE_URL: stub.baseUrl,
  OPENAI_API_KEY: 'sk-test',
};
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ skills, environment });
});
afterAll(async () => {
  await server.remove();
  await stub.close();
});

let roles = 0;
async function newRole(body: Omit<RouteBody<'roles.create'>, 'name'>): Promise<string> {
  const role = { name: `Role ${(roles += 1)}`, ...body };
  return (await server.client.call('roles.create', { body: role })).id;
}

async function usedBy(roleId: string) {
  const day = new Date().toISOString().slice(0, 10);
  const query = { from: day, to: day, by: 'role' } as const;
  const { items } = await server.client.call('usage.report', { query });
  return items.find(({ key }) => key === roleId);
}

test('CLK-02 the seconds a turn of a role hold, though its own setting is raised above the tool wall', async () => {
  const talk = await talkTo(server.client, await newRole({ limits: { wall_sec: 1 } }));
  const startedAt = performance.now();
  const { turn } = await talk.say('call sleeper');
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(turn).toMatchObject({ reason: 'time', reply: 'Done.', calls: [{ state: 'aborted' }] });
});

test('CLK-01 the seconds a skill of a role hold where the skill declares none', async () => {
  const role = await newRole({ limits: { skill_wall_sec: 0.5 } });
  const { limits } = await server.client.call('roles.get', { params: { role_id: role } });
  expect(limits).toEqual({ skill_wall_sec: 0.5 });
  const { turn } = await (await talkTo(server.client, role)).say('call sleeper');
  expect(turn).toMatchObject({
    reason: 'answered',
    calls: [{ state: 'failed', result: { error: '技能执行超过 0.5 s 已中止' } }],
  });
});

test('CLK-01 a call that waits for a free place is not told that it ran too long, and its run tells the wait', async () => {
  const narrow = await joinServer(server, {
    skills,
    environment: { ...environment, QIAO_SKILL_PLACES: '1' },
  });
  const role = await newRole({ limits: { skill_wall_sec: 2 } });
  const talks = await Promise.all([1, 2, 3].map(() => talkTo(narrow.client, role)));
  const turns = await Promise.all(talks.map(async (talk) => (await talk.say('call napper')).turn));
  expect(turns.flatMap(({ calls }) => calls.map(({ state }) => state))).toEqual([
    'done',
    'done',
    'done',
  ]);
  await narrow.stop();
  const query = { role_id: role };
  const { items } = await server.client.call('runs.list', { query });
  const runs = await Promise.all(
    items.map(({ id }) => server.client.call('runs.get', { params: { run_id: id } })),
  );
  const waits = runs.flatMap(({ decisions }) => decisions.filter(({ rule }) => rule === 'CLK-01'));
  expect(waits).toHaveLength(2);
});

test('what a role’s model was asked counts, by its turns and by the skills that it called', async () => {
  const role = await newRole({});
  await (await talkTo(server.client, role)).say('call asker {"questions": ["a", "b"]}');
  await expect
    .poll(() => usedBy(role))
    .toMatchObject({ requests: 4, input_tokens: 40, output_tokens: 20 });
});

test('a skill’s request to the model ends with its turn, and counts', async () => {
  const role = await newRole({});
  const talk = await talkTo(server.client, role);
  const before = stub.requests.length;
  const turn = await talk.begin('call asker {"questions": ["never end"]}', 'tool-started');
  await expect.poll(() => stub.requests.length, { timeout: 20_000 }).toBe(before + 2);
  await server.client.call('turns.stop', { params: { session_id: talk.session, turn_id: turn } });
  expect(await stub.requests[before + 1]?.left).toBe(true);
  await talk.ended(turn);
  await expect.poll(async () => (await usedBy(role))?.requests, { timeout: 20_000 }).toBe(2);
});

test('a skill that has used up its role’s tokens is told so', async () => {
  const role = await newRole({ limits: { daily_tokens: 15 } });
  const talk = await talkTo(server.client, role);
  const { turn } = await talk.say('call asker {"questions": ["a", "b"]}');
  expect(turn.calls).toMatchObject([
    { state: 'failed', result: { error: expect.stringContaining('15 tokens of today') } },
  ]);
  // The turn's two, and the skill's first.
  await expect.poll(() => usedBy(role)).toMatchObject({ requests: 3 });
});

test('what the model of an interrupted turn was asked counts', async () => {
  const role = await newRole({});
  const other = await joinServer(server, { skills, environment });
  const talk = await talkTo(other.client, role);
  const turn = await talk.begin('call sleeper', 'tool-started');
  await other.stop();
  const params = { session_id: talk.session, turn_id: turn };
  expect(await server.client.call('turns.get', { params })).toMatchObject({ state: 'interrupted' });
  expect(await usedBy(role)).toMatchObject({ requests: 1, input_tokens: 10, output_tokens: 5 });
});

test('a role’s skills are all that runs for it, also where one of them calls another', async () => {
  const closed = await talkTo(server.client, await newRole({ skills: ['mailer'] }));
  const { turn: refused } = await closed.say('call mailer');
  expect(refused.calls[0]?.result).toMatchObject({
    ok: false,
    error: expect.stringContaining('"send_mail" is not in the list of skills of this role'),
  });
  const { turn: unknown } = await closed.say('call send_mail');
  expect(unknown.calls[0]?.state).toBe('refused');
  const open = await talkTo(server.client, await newRole({ skills: null }));
  const { turn: sent } = await open.say('call mailer');
  expect(sent.calls[0]?.result).toMatchObject({ sent: true });
});

test('GRD-02 a role’s rounds end its turn', async () => {
  const talk = await talkTo(server.client, await newRole({ limits: { max_rounds: 2 } }));
  const { turn } = await talk.say('loop send_mail');
  expect(turn).toMatchObject({ reason: 'rounds', calls: [{ state: 'done' }, { state: 'done' }] });
});

test('a file is told by its place in the workspace, not by the server’s path', async () => {
  const { events } = await (await talkTo(server.client, await newRole({}))).say('call drawer');
  expect(events.find(({ type }) => type === 'artifact')).toEqual({
    type: 'artifact',
    id: expect.any(String),
    media_type: 'text/plain',
    name: 'a b.txt',
    media: expect.any(String),
    bytes: 5,
    url: 'workspace:a%20b.txt',
  });
});

test('what goes wrong in a turn is told in the turn’s language', async () => {
  const talk = await talkTo(server.client, await newRole({}));
  const { turn: zh } = await talk.say('call strict', 'zh');
  expect(zh.calls[0]?.result).toMatchObject({ error: expect.stringContaining('缺少必填参数') });
  const { turn: en } = await talk.say('call strict', 'en');
  expect(en.calls[0]?.result).toMatchObject({
    error: expect.stringContaining('Missing required parameters'),
  });
});
