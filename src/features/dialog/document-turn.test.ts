// A turn that calls a document skill: what the model is asked for, and whose the sub-agent's use is.

import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArtifactCollector } from '#features/artifacts/index.ts';
import type { Execution } from '#features/execution/index.ts';
import type { ChatModel, ModelFinish, ModelRequest, ModelUsage } from '#features/models/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { settleReturned } from '#features/results/index.ts';
import { createMemoryCallLedger } from '#features/runs/index.ts';
import { createSafeDownload } from '#system/fetch/safe-download.ts';
import { fileUrl } from './artifact-url.ts';
import { createDialog } from './dialog.ts';
import { createMemoryConversation } from './turn-record.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'dialog-')));
const ONE = { inputTokens: 10, cachedInputTokens: 2, outputTokens: 3 };

/** The main model calls the report once; the sub-agent, which has no tools here, answers at once. */
function playModel(id: string) {
  const requests: ModelRequest[] = [];
  const model: ChatModel = {
    id,
    async *stream(request) {
      requests.push({ ...request, messages: [...request.messages] });
      yield requests.length === 1 ? CALL : SAYS;
    },
  };
  return { model, requests };
}

const CALL: ModelFinish = {
  type: 'finish',
  parts: [
    { type: 'tool-call', id: 'c', name: 'report', argumentsText: '{"instruction":"Report May."}' },
  ],
  reason: 'tool-calls',
  usage: ONE,
};
const SAYS: ModelFinish = {
  type: 'finish',
  parts: [{ type: 'text', text: 'Said.' }],
  reason: 'stop',
  usage: ONE,
};

function skillOf(fields: Partial<SkillPackage>): SkillPackage {
  const requires = { container: false };
  const given = { kind: 'document', triggerType: 'explicit', description: 'd', market: {} };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a whole package takes a directory to read
  return { ...given, requires, name: 'report', ...fields } as unknown as SkillPackage;
}

/** Has the sub-agent that the turn lends it carry out what was asked. */
const execution: Execution = {
  obstacleOf: async () => undefined,
  refusalOf: async () => undefined,
  async execute({ skill, input, subAgents }) {
    const end = await subAgents?.run({
      system: 'You carry it out.',
      message: JSON.stringify(input),
      tools: [],
      limits: { rounds: 12, wallMs: 60_000, sameCalls: 2 },
      secrets: [],
      signal: new AbortController().signal,
      language: 'en',
      progress: () => {},
    });
    const value = { success: true, result: end?.text ?? 'nobody' };
    const settled = settleReturned({ skill, value, language: 'en' });
    return { ...settled, skill, attempts: 1, durationMs: 1, workspace: '', log: '', version: '' };
  },
};

async function turnWith(skill: SkillPackage, modelId = 'scripted') {
  const { model, requests } = playModel(modelId);
  const used: ModelUsage[] = [];
  const dialog = createDialog({
    execution,
    skills: async () => [skill],
    artifactUrl: fileUrl,
    attachmentUrl: ({ path }) => path,
    collector: createArtifactCollector({
      download: createSafeDownload({ allowHosts: [] }),
      mostBytes: 1000,
      newId: randomUUID,
    }),
    workspacesRoot: root,
    now: () => new Date(),
  });
  const result = await dialog.runTurn({
    plan: {
      identity: { roleId: 'r', orgId: '', teamId: '', userId: '', sessionId: 's', isAdmin: false },
      model,
      limits: {
        failPerTool: 4,
        failTotal: 8,
        maxRounds: 8,
        loopMs: 60_000,
        toolWallMs: 60_000,
        contextTokens: 10_000,
      },
      language: 'en',
    },
    record: createMemoryConversation(createMemoryCallLedger).openTurn('go'),
    channel: 'web',
    text: 'go',
    signal: new AbortController().signal,
    onEvent: () => {},
    onUsage: (each) => used.push(each),
  });
  return { result, requests, used };
}

test('DOC-03 a sub-agent works with the role’s model, and its use is the turn’s', async () => {
  const { result, requests, used } = await turnWith(skillOf({ hasExecutableReferences: true }));
  expect(result).toMatchObject({ text: 'Said.', reason: 'answered' });
  expect(requests.map(({ messages }) => messages[0])).toMatchObject([
    {},
    { text: 'You carry it out.' },
    {},
  ]);
  expect(used).toEqual([ONE, ONE, ONE]);
  expect(result.usage).toEqual({ inputTokens: 30, cachedInputTokens: 6, outputTokens: 9 });
});

test('DOC-03 a model is asked for the instruction of a document that is carried out, and of none that is read', async () => {
  const carriedOut = await turnWith(skillOf({ hasExecutableReferences: true }));
  expect(carriedOut.requests[0]?.tools[0]?.inputSchema).toMatchObject({
    properties: { instruction: { type: 'string' } },
    required: ['instruction'],
  });
  const isRead = await turnWith(skillOf({ hasExecutableReferences: false }));
  expect(isRead.requests[0]?.tools[0]?.inputSchema).toEqual({ type: 'object', properties: {} });
  const schema = { type: 'object', properties: { month: { type: 'string' } } };
  const own = await turnWith(skillOf({ hasExecutableReferences: true, schema }));
  expect(own.requests[0]?.tools[0]?.inputSchema).toEqual(schema);
});

test('DOC-03 the offline router follows no document, and is not offered one', async () => {
  const hidden = await turnWith(skillOf({ hasExecutableReferences: true }), 'offline');
  expect(hidden.requests[0]?.tools).toEqual([]);
  const isRead = await turnWith(skillOf({ hasExecutableReferences: false }), 'offline');
  expect(isRead.requests[0]?.tools.map(({ name }) => name)).toEqual(['report']);
});
