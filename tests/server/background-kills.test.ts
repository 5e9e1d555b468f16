// What a kill, a restart or a lost database does to skills that run in the background.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  openStage,
  startWorker,
  talkOn,
  turnsOf,
  until,
  type Stage,
  type WorkerProcess,
} from './background-stage.ts';
import type { TestServer } from './run-server.ts';
import type { Talk } from './talk.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function stageOf(environment: Readonly<Record<string, string>>): Promise<Stage> {
  const stage = await openStage(environment);
  opened.unshift(() => stage.close());
  return stage;
}

async function workerOf(stage: Stage): Promise<WorkerProcess> {
  const worker = await startWorker(stage);
  opened.unshift(() => worker.kill('SIGKILL'));
  return worker;
}

async function fileOf({ client, dataFolder }: TestServer, { session }: Talk, name: string) {
  const { role_id: role } = await client.call('sessions.get', { params: { session_id: session } });
  return join(dataFolder, 'workspaces', role, session, name);
}

const isOver = ({ ended_at: endedAt }: { readonly ended_at: string | null }) => endedAt !== null;
const isHalf = ({ text }: { readonly text: string }) => text === 'half way';

test('ASY-06 SIGKILL of a worker in the middle: what may be repeated is, once; of the rest it is said that it may have happened', async () => {
  const stage = await stageOf({ QIAO_WORKER: 'off' });
  const { server } = stage;
  const [once, again] = [await talkOn(server, 'text'), await talkOn(server, 'text')];
  const worker = await workerOf(stage);
  await once.say('call film {"wait": true}');
  await again.say('call again {"wait": true}');
  await until(server, once, isHalf);
  await until(server, again, isHalf);
  await worker.kill('SIGKILL');
  writeFileSync(await fileOf(server, again, 'go.log'), '');
  const next = await workerOf(stage);
  const [lost, done] = [await until(server, once, isOver), await until(server, again, isOver)];
  expect(lost).toMatchObject({ state: 'failed' });
  expect(lost.reason).toContain('may have happened');
  expect(done).toMatchObject({ state: 'done' });
  expect((await turnsOf(server, once)).map(({ reply }) => reply)).toEqual([
    'Done.',
    expect.stringContaining('may have happened'),
  ]);
  expect(await turnsOf(server, again)).toHaveLength(2);
  const runs = async (talk: Talk) =>
    readFileSync(await fileOf(server, talk, 'runs.log'), 'utf8')
      .trim()
      .split('\n');
  expect(await runs(once)).toHaveLength(1);
  expect(await runs(again)).toHaveLength(2);
  expect(await next.kill('SIGINT')).toBe(0);
}, 180_000);

test('ASY-06 what waits is kept over a restart, and run after it', async () => {
  const stage = await stageOf({ QIAO_WORKER: 'off' });
  const talk = await talkOn(stage.server, 'text');
  await talk.say('call film {"words": "after the restart"}');
  expect(await until(stage.server, talk, () => true)).toMatchObject({ state: 'queued' });
  await stage.server.kill();
  const server = await stage.server.restart();
  opened.unshift(() => server.kill());
  await workerOf(stage);
  await until(server, talk, isOver);
  const [, pushed, ...others] = await turnsOf(server, talk);
  expect(pushed?.reply).toBe('after the restart');
  expect(others).toEqual([]);
}, 180_000);

test('ASY-06 two workers share what there is: each run once, pushed once', async () => {
  const stage = await stageOf({ QIAO_WORKER: 'off' });
  const { server } = stage;
  await Promise.all([workerOf(stage), workerOf(stage)]);
  const talks = await Promise.all(Array.from({ length: 6 }, () => talkOn(server, 'text')));
  await Promise.all(talks.map((talk) => talk.say('call film {"words": "one"}')));
  for (const talk of talks) {
    await until(server, talk, isOver);
    expect(await turnsOf(server, talk)).toHaveLength(2);
    expect(readFileSync(await fileOf(server, talk, 'runs.log'), 'utf8').trim()).toMatch(/^\d+$/);
  }
}, 180_000);

test('ASY-06 PostgreSQL is killed while a job runs: its result is stored and pushed once all the same', async () => {
  const { server } = await stageOf({});
  const talk = await talkOn(server, 'text');
  await talk.say('call film {"wait": true}');
  await until(server, talk, isHalf);
  const file = await fileOf(server, talk, 'go.log');
  process.kill(server.postgresPid(), 'SIGKILL');
  writeFileSync(file, '');
  expect(await until(server, talk, isOver)).toMatchObject({ state: 'done' });
  expect(await turnsOf(server, talk)).toHaveLength(2);
  expect(readFileSync(await fileOf(server, talk, 'runs.log'), 'utf8').trim()).toMatch(/^\d+$/);
}, 180_000);
