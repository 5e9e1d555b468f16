import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { chatEventSchema, type ChatEvent } from '#contract/chat-events.ts';
import { createArtifactCollector } from '#features/artifacts/index.ts';
import type { Execution, SkillCall } from '#features/execution/index.ts';
import type { ChatModel, ModelFinish, ModelRequest } from '#features/models/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { settleReturned } from '#features/results/index.ts';
import { createMemoryCallLedger } from '#features/runs/index.ts';
import { createSafeDownload } from '#system/fetch/safe-download.ts';
import { fileUrl, workspaceUrl } from './artifact-url.ts';
import { createDialog } from './dialog.ts';
import { createMemoryConversation } from './turn-record.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'dialog-')));

type Step = string | { readonly tool: string; readonly input: JsonObject };

/** A model that gives the steps in turn, and keeps what it was asked. */
function scriptedModel(steps: readonly Step[]) {
  const requests: ModelRequest[] = [];
  const model: ChatModel = {
    id: 'scripted',
    async *stream(request) {
      // The loop goes on with the same list; what was asked is what stood in it then.
      requests.push({ ...request, messages: [...request.messages] });
      const step = steps[requests.length - 1] ?? 'nothing more';
      if (typeof step === 'string') yield { type: 'text-delta', text: step };
      yield finishOf(step, requests.length);
    },
  };
  return { model, requests };
}

function finishOf(step: Step, at: number): ModelFinish {
  const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
  if (typeof step === 'string') {
    return { type: 'finish', parts: [{ type: 'text', text: step }], reason: 'stop', usage };
  }
  const argumentsText = JSON.stringify(step.input);
  const call = { type: 'tool-call', id: `c${at}`, name: step.tool, argumentsText } as const;
  return { type: 'finish', parts: [call], reason: 'tool-calls', usage };
}

const skill = (fields: Partial<SkillPackage>) =>
  ({
    kind: 'handler',
    triggerType: 'explicit',
    description: 'd',
    market: {},
    ...fields,
  }) as SkillPackage;

const IDENTITY = {
  roleId: 'r',
  orgId: '',
  teamId: '',
  userId: '',
  sessionId: 's',
  isAdmin: false,
};

const LIMITS = {
  failPerTool: 4,
  failTotal: 8,
  maxRounds: 8,
  loopMs: 60_000,
  toolWallMs: 60_000,
  contextTokens: 10_000,
};

interface Setting {
  readonly steps: readonly Step[];
  readonly skills: readonly SkillPackage[];
  readonly run?: (call: SkillCall) => Promise<JsonObject> | JsonObject;
}

function dialogOf({ steps, skills, run }: Setting) {
  const calls: SkillCall[] = [];
  const { model, requests } = scriptedModel(steps);
  const execution: Execution = {
    obstacleOf: async ({ kind }) => (kind === 'knowledge' ? { zh: '不', en: 'no' } : undefined),
    refusalOf: async () => undefined,
    async execute(call) {
      calls.push(call);
      const files = await call.files?.begin(join(root, 'r', 's'));
      const value = (await run?.(call)) ?? { ok: true };
      const returned = settleReturned({ skill: call.skill, value, language: 'en' });
      const settled = (await files?.collect(returned)) ?? returned;
      const fields = { attempts: 1, durationMs: 1, workspace: '', log: '', version: '' };
      return { ...settled, skill: call.skill, ...fields };
    },
  };
  const dialog = createDialog({
    artifactUrl: fileUrl,
    hasFileLinks: true,
    collector: createArtifactCollector({
      download: createSafeDownload({ allowHosts: [] }),
      mostBytes: 1000,
      newId: randomUUID,
    }),
    attachmentUrl: ({ path }) => `there:${path}`,
    execution,
    skills: async () => skills,
    workspacesRoot: root,
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  const conversation = createMemoryConversation(createMemoryCallLedger);
  const events: ChatEvent[] = [];
  const turn = (text: string, channel = 'web') =>
    dialog.runTurn({
      plan: { identity: IDENTITY, model, limits: LIMITS, language: 'en' },
      record: conversation.openTurn(text),
      channel,
      text,
      signal: new AbortController().signal,
      onEvent: (event) => events.push(chatEventSchema.parse(event)),
    });
  return { turn, events, calls, requests };
}

const namesGone = () => ({
  ok: true,
  display_md: '| a |',
  display_only: true,
  local_path: 'gone.png',
});
const showTable = () => ({ ok: true, display_md: '| a |' });

test('a turn calls the skill behind a tool and ends with the reply', async () => {
  const { turn, events, calls, requests } = dialogOf({
    steps: [{ tool: 'weather', input: { city: '北京' } }, 'Sunny.'],
    skills: [skill({ name: 'weather' })],
  });
  expect(await turn('weather?')).toMatchObject({ text: 'Sunny.', reason: 'answered' });
  expect(events.map(({ type }) => type)).toEqual([
    'turn-started',
    'tool-started',
    'tool-finished',
    'text-delta',
    'turn-finished',
  ]);
  expect(calls[0]).toMatchObject({
    skill: 'weather',
    input: { city: '北京' },
    line: 'dialog',
    fixed: { raw_input: 'weather?', channel: 'web', triggered_at: '2026-01-02T03:04:05.000Z' },
  });
  expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

test('the next turn knows what was said before, with the same prefix', async () => {
  const { turn, requests } = dialogOf({ steps: ['one', 'two'], skills: [] });
  await turn('first');
  await turn('second');
  const [before, after] = requests;
  expect(after?.messages.slice(0, 2)).toEqual(before?.messages);
  expect(after?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
});

test('DOC-01 only what runs here and is triggered explicitly is offered, sorted, with accepted names', async () => {
  const { turn, requests, calls } = dialogOf({
    steps: ['hi', { tool: 'skill_2edaee0f', input: {} }],
    skills: [
      skill({ name: 'zebra', schema: { properties: { a: { type: 'string' } } } }),
      skill({ name: 'alpha' }),
      skill({ name: '天气' }),
      skill({ name: 'hidden', triggerType: 'disabled' }),
      skill({ name: 'facts', kind: 'knowledge' }),
    ],
  });
  await turn('hello');
  const tools = requests[0]?.tools ?? [];
  expect(tools.map(({ name }) => name)).toEqual([
    'alpha',
    expect.stringMatching(/^skill_[0-9a-f]{8}$/),
    'zebra',
  ]);
  expect(tools[2]?.inputSchema).toEqual({
    type: 'object',
    properties: { a: { type: 'string' } },
  });
  expect(tools[1]?.description).toContain('天气');
  expect(calls).toEqual([]);
});

test('blocks that skills show are part of the reply on the web, and not on a text channel', async () => {
  const steps: Step[] = [
    { tool: 'table', input: {} },
    'Here.',
    { tool: 'table', input: {} },
    'Here.',
  ];
  const { turn, events } = dialogOf({ steps, skills: [skill({ name: 'table' })], run: showTable });
  expect((await turn('show')).text).toBe('Here.\n\n| a |');
  expect((await turn('show', 'telegram')).text).toBe('Here.');
  expect(events).toContainEqual({ type: 'display', markdown: '| a |', only: false });
});

test('a file that a skill made is told once, and not where the skill failed', async () => {
  const run = async ({ skill: name, input }: SkillCall) => {
    if (name === 'broken') return { success: false, error: 'no', local_path: 'a.png' };
    // Written once: the file is told while the next call is already at work.
    if (input['n'] === 1) await writeFile(join(root, 'r', 's', 'a.png'), 'png');
    return { ok: true, local_path: 'a.png' };
  };
  const { turn, events } = dialogOf({
    steps: [
      { tool: 'draw', input: { n: 1 } },
      { tool: 'draw', input: { n: 2 } },
      { tool: 'broken', input: {} },
      'Done.',
    ],
    skills: [skill({ name: 'draw' }), skill({ name: 'broken' })],
    run,
  });
  await turn('draw');
  const files = events.filter(({ type }) => type === 'artifact');
  expect(files).toEqual([
    {
      type: 'artifact',
      id: expect.any(String),
      name: 'a.png',
      media: 'image',
      media_type: 'text/plain',
      bytes: 3,
      url: `file://${join(root, 'r', 's', 'a.png')}`,
    },
  ]);
});

test('ART-04 on a text channel the reply ends with the links of its files, on the web they are cards', async () => {
  const run = async () => {
    await writeFile(join(root, 'r', 's', '图.png'), 'png');
    return { ok: true, local_path: '图.png' };
  };
  const steps: Step[] = [
    { tool: 'draw', input: {} },
    'Here.',
    { tool: 'draw', input: {} },
    'Here.',
  ];
  const { turn } = dialogOf({ steps, skills: [skill({ name: 'draw' })], run });
  const url = `file://${encodeURI(join(root, 'r', 's', '图.png'))}`;
  expect((await turn('draw')).text).toBe('Here.');
  expect((await turn('draw', 'telegram')).text).toBe(
    `Here.\n\nFiles to download:\n- 图.png: ${url}`,
  );
});

test('ART-04 a file that did not arrive is never called attached: model and person are told, on every channel', async () => {
  const steps: Step[] = [
    { tool: 'draw', input: {} },
    'Attached!',
    { tool: 'draw', input: {} },
    '!',
  ];
  const { turn, events, requests } = dialogOf({
    steps,
    skills: [skill({ name: 'draw' })],
    run: namesGone,
  });
  const told = /One file could not be delivered:\n- gone\.png: There is no "gone\.png"/;
  const rich = await turn('draw');
  expect(rich.text).toMatch(/^\| a \|\n\n/);
  expect(rich.text).toMatch(told);
  expect((await turn('draw', 'telegram')).text).toMatch(told);
  expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain(
    'do not say that they are attached',
  );
  expect(events.filter(({ type }) => type === 'artifact')).toEqual([]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tool-finished', status: 'partial' }),
  );
  const undelivered = [{ name: 'gone.png', reason: expect.stringContaining('no "gone.png"') }];
  expect(events).toContainEqual(expect.objectContaining({ type: 'turn-finished', undelivered }));
});

test('a server names a file by its place in the workspace, never by its own path', () => {
  const workspace = '/srv/qiao/workspaces/r/s';
  const urlOf = (name: string) => workspaceUrl({ workspace, path: `${workspace}/${name}` });
  expect(urlOf('a.png')).toBe('workspace:a.png');
  expect(urlOf('年报/a b#1%.png')).toBe('workspace:%E5%B9%B4%E6%8A%A5/a%20b%231%25.png');
});
