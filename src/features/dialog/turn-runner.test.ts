import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { conversationMigrations, createConversations } from '#features/conversations/index.ts';
import { createEventLog, eventsMigrations } from '#features/events/index.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { ownProcessIdentity } from '#system/process-identity.ts';
import type { Dialog, TurnPlan, TurnRequest } from './dialog.ts';
import { createTurnRunner } from './turn-runner.ts';

const database = await createTestDatabase({ ...conversationMigrations, ...eventsMigrations });
const owner = ownProcessIdentity();
const conversations = createConversations({ database, newId: randomUUID, owner });
const faults: unknown[] = [];
const events = createEventLog({
  database,
  processId: randomUUID(),
  onFailure: (failure) => faults.push(failure),
});
const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
const answers: string[] = [];

/** Answers at once, or when it is stopped where the message asks to wait. */
const dialog: Dialog = {
  async runTurn({ record, text, signal }: TurnRequest) {
    answers.push(text);
    if (text === 'wait' && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    const reason = signal.aborted ? 'stopped' : 'answered';
    await record.finish({
      newMessages: [{ role: 'assistant', parts: [{ type: 'text', text }] }],
      usage,
      decisions: [],
      event: { type: 'turn-finished', text, reason, rounds: 0, failures: 0, banned: [] },
    });
    return { text, reason, rounds: 0, error: undefined, decisions: [], usage };
  },
};
const identity = { orgId: 'org', roleId: 'r', teamId: '', sessionId: '', userId: '' };
const limits = { failPerTool: 1, failTotal: 1, maxRounds: 1, loopMs: 1, toolWallMs: 1 };
const plan: TurnPlan = {
  identity: { ...identity, isAdmin: false },
  // oxlint-disable-next-line require-yield -- is never asked
  model: { id: 'none', async *stream() {} },
  limits: { ...limits, contextTokens: 1000 },
  language: 'en',
};
const runner = createTurnRunner({
  conversations,
  events,
  dialog,
  owner,
  mostAtOnce: 4,
  planTurn: async () => plan,
  onUsed: async () => undefined,
  onEnded: async () => undefined,
  onGone: async () => undefined,
  onFault: (error) => faults.push(error),
});
afterAll(async () => {
  await runner.close(1000);
  await events.close();
  await database.drop();
});

async function openSession(): Promise<string> {
  const given = { orgId: 'org', roleId: 'r', personId: 'ann', channel: 'web' };
  return (await conversations.sessions.create(given)).id;
}

async function say(sessionId: string, text: string): Promise<string> {
  const place = { orgId: 'org', sessionId, personId: 'ann', channel: 'web' };
  return (await conversations.turns.accept({ ...place, language: 'en', text })).turnId;
}

async function ended(turnId: string) {
  return vi.waitUntil(
    async () => {
      const { state, reason, reply } = await conversations.views.get('org', turnId);
      return state === 'queued' || state === 'running' ? false : { state, reason, reply };
    },
    { timeout: 20_000 },
  );
}

/** As a process leaves it that has gone away, or has lost its database for long. */
async function leaveRunning(text: string, as: string): Promise<readonly [string, string]> {
  const sessionId = await openSession();
  const turnId = await say(sessionId, text);
  const left = createConversations({ database, newId: randomUUID, owner: as });
  await left.leases.claim(sessionId);
  await left.turns.next(sessionId, as);
  return [sessionId, turnId];
}

test('a turn that was left running under its own lease is ended, and never run again', async () => {
  const [sessionId, turnId] = await leaveRunning('not twice', owner);
  const next = await say(sessionId, 'next');
  runner.wake(sessionId);
  expect(await ended(turnId)).toMatchObject({ state: 'interrupted' });
  expect(await ended(next)).toMatchObject({ state: 'done', reply: 'next' });
  expect(answers).not.toContain('not twice');
});

test('a turn that was left running with no lease at all is ended too', async () => {
  const [sessionId, turnId] = await leaveRunning('nor this', owner);
  await conversations.leases.abandon(sessionId);
  runner.wake(sessionId);
  expect(await ended(turnId)).toMatchObject({ state: 'interrupted' });
  expect(answers).not.toContain('nor this');
});

test('a runner that takes nothing over ends what a gone process left where it was woken for', async () => {
  const [machine] = owner.split('/');
  const [sessionId, turnId] = await leaveRunning('gone', `${machine}/999999/1`);
  const [, untouched] = await leaveRunning('of others', `${machine}/999999/1`);
  const next = await say(sessionId, 'mine');
  await runner.start({ takesOver: false });
  runner.wake(sessionId);
  expect(await ended(turnId)).toMatchObject({ state: 'interrupted' });
  expect(await ended(next)).toMatchObject({ state: 'done', reply: 'mine' });
  expect((await conversations.views.get('org', untouched)).state).toBe('running');
});

test('a stop ends the turn that it names, not the one that runs by now', async () => {
  const sessionId = await openSession();
  const turnId = await say(sessionId, 'wait');
  runner.wake(sessionId);
  await vi.waitUntil(() => answers.includes('wait'));
  expect(runner.stop(sessionId, randomUUID())).toBe(true);
  expect((await conversations.views.get('org', turnId)).state).toBe('running');
  expect(runner.stop(sessionId, turnId)).toBe(true);
  expect(await ended(turnId)).toMatchObject({ state: 'done', reason: 'stopped' });
  expect(faults).toEqual([]);
});
