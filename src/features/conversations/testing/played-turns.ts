// What the tests of conversations stand on: a database, a process's conversations in it, and turns to play.

import { randomUUID } from 'node:crypto';
import { eventsMigrations } from '#features/events/index.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { ownProcessIdentity } from '#system/process-identity.ts';
import type { NewTurn } from '../accept-turn.ts';
import { conversationMigrations } from '../conversation-tables.ts';
import { createConversations, type Conversations } from '../conversations.ts';
import type { Session } from '../sessions.ts';
import type { TurnEnd } from '../turn-end.ts';

export const database = await createTestDatabase({
  ...conversationMigrations,
  ...eventsMigrations,
});

export const owner = ownProcessIdentity();

/** Another process's, by any other name. */
export function conversationsOf(name: string): Conversations {
  return createConversations({ database, newId: randomUUID, owner: name });
}

export const conversations = conversationsOf(owner);
const { sessions, turns, leases } = conversations;

export function openSession(
  given: { readonly orgId?: string; readonly title?: string; readonly personId?: string } = {},
): Promise<Session> {
  return sessions.create({
    orgId: 'org',
    roleId: 'role',
    personId: 'ann',
    channel: 'web',
    ...given,
  });
}

export function turnOf(sessionId: string, text: string, more: Partial<NewTurn> = {}): NewTurn {
  return {
    orgId: 'org',
    sessionId,
    personId: 'ann',
    channel: 'web',
    language: 'en',
    text,
    ...more,
  };
}

export function endWith(text: string): TurnEnd {
  return {
    newMessages: [{ role: 'assistant', parts: [{ type: 'text', text }] }],
    usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
    decisions: [],
    event: { type: 'turn-finished', text, reason: 'answered', rounds: 1, failures: 0, banned: [] },
  };
}

/** A whole turn without calls; its id. */
export async function runTurn(sessionId: string, text: string, reply: string): Promise<string> {
  const { turnId } = await turns.accept(turnOf(sessionId, text));
  await leases.claim(sessionId);
  await turns.next(sessionId, owner);
  await conversations.openTurn(turnId).finish(endWith(reply));
  return turnId;
}
