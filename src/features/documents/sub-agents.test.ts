// Sub-agents of one turn: their steps in the trace, their stop, and the budget they have together.

import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import type { SubAgentTask } from '#features/runtimes/index.ts';
import { createSubAgents } from './sub-agents.ts';
import { LIMITS, playModel, runDocument, shell, skillMd } from './testing/document-fixture.ts';

const FILES = { 'SKILL.md': skillMd('```sh\nls\n```\n') };

test('DOC-13 each step is told as it starts, and stands in the trace with how it ended', async () => {
  const { run, progress } = await runDocument({
    files: FILES,
    script: [shell('echo one'), shell('exit 2'), shell('echo three'), 'Done.'],
  });
  expect(progress).toEqual([
    'step 1, container_shell: echo one',
    'step 2, container_shell: exit 2',
    'step 3, container_shell: echo three',
  ]);
  expect(run.decisions?.map(({ rule, note }) => [rule, note.replace(/[\d.]+ s$/, 'n s')])).toEqual([
    ['DOC-13', 'step 1, container_shell: echo one → ok, n s'],
    ['DOC-13', 'step 2, container_shell: exit 2 → exit code 2, n s'],
    ['DOC-13', 'step 3, container_shell: echo three → ok, n s'],
  ]);
  expect(run.log).toContain('"stdout":"one\\n"');
});

test('DOC-13 the user’s stop ends the command that runs, and the run is stopped', async () => {
  const stop = new AbortController();
  const { run, model } = await runDocument({
    files: FILES,
    signal: stop.signal,
    onProgress: () => stop.abort(),
    script: [shell('sleep 100'), 'Never said.'],
  });
  expect(run.outcome).toEqual({ status: 'stopped' });
  expect(model.requests).toHaveLength(1);
});

const look = async () => ({ success: true });
const gone = async () => ({ success: false, error: 'It is gone.', non_retriable: true });

function task(changes: Partial<SubAgentTask> = {}): SubAgentTask {
  return {
    system: 'You are a test.',
    message: 'go',
    tools: [{ name: 'look', description: '', inputSchema: {}, isWork: true, run: look }],
    limits: { rounds: 20, wallMs: 60_000, sameCalls: 2 },
    secrets: [],
    signal: new AbortController().signal,
    language: 'en',
    progress: () => {},
    ...changes,
  };
}

test('DOC-04 all sub-agents of a turn have 60 rounds together; what one leaves, the next has', async () => {
  const model = playModel(({ tools }, index) =>
    tools.length === 0 ? 'So far.' : { tool: 'look', input: { index } },
  );
  const agents = createSubAgents({ model: async () => model, limits: LIMITS });
  const ends = await Promise.all([agents.run(task()), agents.run(task())]);
  expect(ends.map(({ steps }) => steps.length)).toEqual([20, 20]);
  const brief = createSubAgents({ model: async () => playModel(['Done.']), limits: LIMITS });
  for (let run = 0; run < 10; run += 1)
    expect(await brief.run(task())).toMatchObject({ status: 'done' });
  const { steps } = await agents.run(
    task({ limits: { rounds: 30, wallMs: 60_000, sameCalls: 2 } }),
  );
  expect(steps).toHaveLength(20);
  const refused = await agents.run(task()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code: 'limit-reached', message: expect.stringContaining('60') });
});

test('DOC-03 in offline mode there is no model to follow a document', async () => {
  const offline = { ...playModel([]), id: 'offline' };
  const agents = createSubAgents({ model: async () => offline, limits: LIMITS });
  await expect(agents.run(task())).rejects.toMatchObject({ code: 'model-unavailable' });
});

test('DOC-04 a failure that no retry mends ends it at once', async () => {
  const model = playModel(({ tools }) =>
    tools.length === 0 ? 'It is gone, I am told.' : { tool: 'look', input: {} },
  );
  const agents = createSubAgents({ model: async () => model, limits: LIMITS });
  const tools = [{ name: 'look', description: '', inputSchema: {}, isWork: true, run: gone }];
  const end = await agents.run(task({ tools }));
  expect(model.requests).toHaveLength(2);
  expect(end).toMatchObject({
    status: 'failed',
    text: 'It is gone, I am told.',
    problem: { en: 'Not done: none of 1 calls succeeded, the last one: It is gone.' },
  });
});
