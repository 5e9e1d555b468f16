// Async skills as a person meets them: asked on a channel that waits for nothing, told there when they are done.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { processesWith } from '../processes-with.ts';
import { qiao } from '../run-qiao.ts';
import {
  backgroundOf,
  openStage,
  talkOn,
  toldIn,
  turnsOf,
  until,
  type Stage,
} from './background-stage.ts';
import { talkTo, type Talk } from './talk.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function workspaceOf({ session }: Talk): Promise<string> {
  const { server } = stage;
  const { role_id: role } = await server.client.call('sessions.get', {
    params: { session_id: session },
  });
  return join(server.dataFolder, 'workspaces', role, session);
}

const isOver = ({ ended_at: endedAt }: { readonly ended_at: string | null }) => endedAt !== null;

test('ASY-02 on a text channel the model gets a placeholder, and the result is pushed after the turn', async () => {
  const { server, model } = stage;
  const talk = await talkOn(server, 'text');
  const { turn, events } = await talk.say('call film {"wait": true}');
  expect(turn.reply).toBe('Done.');
  expect(turn.calls[0]).toMatchObject({
    tool: 'film',
    state: 'done',
    result: { ok: true, async: true, message: expect.stringContaining('"film" now runs in the') },
    background: {
      state: expect.stringMatching(/queued|running/),
      reason: '',
      is_cancelling: false,
    },
  });
  const kinds = events.map(({ type }) => type);
  expect(kinds.indexOf('background-started')).toBeGreaterThan(kinds.indexOf('tool-started'));
  expect(kinds.indexOf('background-started')).toBeLessThan(kinds.indexOf('tool-finished'));

  const running = await until(server, talk, ({ text }) => text === 'half way');
  expect(running).toMatchObject({
    state: 'running',
    fraction: 0.5,
    skill: 'film',
    turn_id: turn.id,
  });
  writeFileSync(join(await workspaceOf(talk), 'go.log'), '');
  const run = await until(server, talk, isOver);
  expect(run).toMatchObject({ state: 'done', fraction: 1, reason: '' });

  const [asked, pushed, ...others] = await turnsOf(server, talk);
  expect(others).toEqual([]);
  expect(asked?.calls[0]).toMatchObject({
    result: { ok: true, message: 'The film is ready.', filename: 'film.png' },
    background: { id: run.id, state: 'done' },
  });
  expect(pushed).toMatchObject({ text: '', state: 'done', artifacts: [{ name: 'film.png' }] });
  const told = await toldIn(server, talk, ({ type }) => type === 'background-ended');
  expect(told.filter(({ type }) => type === 'background-progress')).toMatchObject([
    { id: run.id, fraction: 0.5, text: 'half way' },
  ]);

  await talk.say('What came of it?');
  const sent = JSON.stringify(model.requests.at(-1)?.body);
  expect(sent).toContain('The film is ready.');
  expect(sent).not.toContain('now runs in the background');
});

test('ASY-04 without media the text is pushed; a failure is pushed as a plain sentence', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  await talk.say('call film {"words": "nothing to see"}');
  await until(server, talk, isOver);
  const other = await talkOn(server, 'text');
  await other.say('call film {"fail": true}');
  const run = await until(server, other, isOver);
  expect(run).toMatchObject({ state: 'failed', reason: 'the studio burnt down' });
  const [, words] = await turnsOf(server, talk);
  expect(words?.reply).toBe('nothing to see');
  const [asked, sentence] = await turnsOf(server, other);
  expect(sentence?.reply).toBe('"film" did not finish: the studio burnt down');
  expect(asked?.calls[0]).toMatchObject({ state: 'failed' });
});

test('ASY-04 a long text is pushed whole, also where the model gets a receipt of it', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  const words = 'long '.repeat(6000);
  await talk.say(`call film {"words": "${words}"}`);
  await until(server, talk, isOver);
  const [asked, pushed] = await turnsOf(server, talk);
  expect(asked?.calls[0]).toMatchObject({ result: { offloaded: true } });
  expect(pushed?.reply?.trim()).toBe(words.trim());
});

test('ASY-04 a very long text is pushed as far as people read, and says so; a very long reason is cut', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  await talk.say('call film {"words": "one line of it\\n", "times": 100000}');
  await until(server, talk, isOver);
  const [asked, pushed] = await turnsOf(server, talk);
  expect(asked?.calls[0]).toMatchObject({ result: { offloaded: true, chars: expect.any(Number) } });
  expect(pushed?.reply).toMatch(/^one line of it\n[^]*line of it\n[^]*the first 100000 characters/);
  expect(pushed?.deliveries[0]?.parts.length).toBeLessThan(40);
  const other = await talkOn(server, 'text');
  await other.say('call film {"fail": true, "times": 100000}');
  const run = await until(server, other, isOver);
  expect(run.reason.length).toBeLessThanOrEqual(2000);
});

test('ASY-03 the skill finds the background context, and no other key of the platform', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  await talk.say('call film {"words": "x"}');
  await until(server, talk, isOver);
  const keys: unknown = JSON.parse(
    readFileSync(join(await workspaceOf(talk), 'context.log'), 'utf8'),
  );
  expect(keys).toEqual(
    `abort_signal actor_department actor_department_id actor_department_path actor_emp_no actor_id
    actor_is_admin actor_key actor_name actor_phone actor_position actor_tags actor_title actor_type attachments
    call_skill channel chat_mode db db_factory is_admin org_id provider raw_input report_progress role_id session_id
    skill_args skill_configs team_id triggered_at triggered_at_str user_id workspace_dir`.split(
      /\s+/,
    ),
  );
});

test('ASY-07 a run is cancelled in the middle: its process is gone, and nothing is pushed', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  await talk.say('call film {"wait": true}');
  const { id } = await until(server, talk, ({ text }) => text === 'half way');
  const workspace = await workspaceOf(talk);
  expect(await processesWith(workspace)).not.toEqual([]);
  const params = { session_id: talk.session, background_id: id };
  await server.client.call('background.cancel', { params });
  const run = await until(server, talk, isOver);
  expect(run).toMatchObject({ state: 'cancelled', is_cancelling: false });
  await vi.waitFor(async () => expect(await processesWith(workspace)).toEqual([]), 10_000);
  await server.client.call('background.cancel', { params });
  expect(await turnsOf(server, talk)).toHaveLength(1);
  const missing = { session_id: talk.session, background_id: 'nobody' };
  await expect(server.client.call('background.cancel', { params: missing })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('ASY-07 what was asked for by a turn that is regenerated is cancelled: one result is pushed', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  const { turn } = await talk.say('call film {"wait": true}');
  const { id } = await until(server, talk, ({ text }) => text === 'half way');
  const params = { session_id: talk.session, turn_id: turn.id };
  await server.client.call('turns.regenerate', { params, body: {} });
  await vi.waitFor(
    async () => {
      const [run, before] = await backgroundOf(server, talk);
      expect(run).toMatchObject({ text: 'half way' });
      expect(before).toMatchObject({ id, state: 'cancelled' });
    },
    { timeout: 20_000, interval: 100 },
  );
  writeFileSync(join(await workspaceOf(talk), 'go.log'), '');
  await until(server, talk, isOver);
  expect((await turnsOf(server, talk)).map(({ origin }) => origin)).toEqual(['person', 'push']);
});

test('ASY-02 what the model asked for wrongly is told at once; on the page it is waited for', async () => {
  const { server } = stage;
  const talk = await talkTo(server.client);
  const { turn } = await talk.say('call film {"words": "waited for"}');
  expect(turn.calls[0]).toMatchObject({
    result: { ok: true, result: 'waited for' },
    background: null,
  });
  expect(await backgroundOf(server, talk)).toEqual([]);
  const delegated = await talkOn(server, 'web_admin', 'orgdeleg:7');
  const wrong = await delegated.say('call again {}');
  expect(wrong.turn.calls[0]).toMatchObject({ state: 'failed', background: null });
  await delegated.say('call film {"words": "delegated"}');
  expect(await until(server, delegated, isOver)).toMatchObject({ state: 'done' });
});

test('ASY-05 called by another skill it runs inside that one', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  const { turn } = await talk.say('call parent {}');
  expect(turn.calls[0]).toMatchObject({ result: { ok: true, result: 'inside its parent' } });
  expect(await backgroundOf(server, talk)).toEqual([]);
});

test('a deleted conversation takes its runs along', async () => {
  const { server } = stage;
  const talk = await talkOn(server, 'text');
  await talk.say('call film {"wait": true}');
  await until(server, talk, ({ text }) => text === 'half way');
  const workspace = await workspaceOf(talk);
  expect(await processesWith(workspace)).not.toEqual([]);
  await server.client.call('sessions.delete', { params: { session_id: talk.session } });
  await vi.waitFor(async () => expect(await processesWith(workspace)).toEqual([]), 10_000);
  await vi.waitFor(() => expect(existsSync(workspace)).toBe(false), 10_000);
});

test('ASY-02 without a database an async skill is waited for, whatever the channel, and the trace says so', async () => {
  const { environment, roots } = stage;
  const skills = roots.flatMap((root) => ['--skills', root]);
  const said = ['chat', 'call film {"words": "here"}', '--channel', 'text', '--trace'];
  const { stdout, stderr } = await qiao([...said, ...skills], { environment });
  expect(stdout).toContain('Done.');
  expect(stderr + stdout).toContain('ASY-02');
});
