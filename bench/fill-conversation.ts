// Fills a conversation of a running server with turns that are over, through the code that stores them: no model is waited for.

import { randomUUID } from 'node:crypto';
import type { ChatEvent } from '#contract/chat-events.ts';
import { createConversations, type OpenTurn } from '#features/conversations/index.ts';
import { createEventLog } from '#features/events/index.ts';
import { openDatabase, type Database } from '#system/database/database.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import { ownProcessIdentity } from '#system/process-identity.ts';
import { answerOf, questionOf } from './conversation-texts.ts';

/** Each so many turns a skill was called. */
const TURNS_A_CALL = 5;
/** What a model says between two batches of events, about. */
const DELTA_CHARS = 80;
const NO_USAGE = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };

export interface Filling {
  readonly sessionId: string;
  readonly turns: number;
}

export async function fillConversation(dataFolder: string, filling: Filling): Promise<void> {
  const postgres = await openPostgres({
    dataFolder,
    databaseUrl: undefined,
    sharesDatabase: false,
    programs: undefined,
  });
  const database = openDatabase(postgres.address);
  try {
    await fill(database, filling);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

async function fill(database: Database, { sessionId, turns: count }: Filling): Promise<void> {
  const owner = ownProcessIdentity();
  const conversations = createConversations({ database, newId: randomUUID, owner });
  const { turns, leases } = conversations;
  const events = createEventLog({ database, processId: randomUUID(), onFailure: fail });
  const place = await placeOf(database, sessionId);
  try {
    for (let at = 0; at < count; at += 1) {
      // Before there is a message: the server, which runs beside, would answer it. And each time, for it runs out.
      await leases.claim(sessionId);
      const text = questionOf(at);
      const { turnId } = await turns.accept({ ...place, channel: 'web', language: 'en', text });
      await turns.next(sessionId, owner);
      const tell = (event: ChatEvent) => events.append({ ...place, turnId }, event);
      await tell({ type: 'turn-queued', text });
      await tell({ type: 'turn-started' });
      const turn = conversations.openTurn(turnId);
      if (at % TURNS_A_CALL === 0) await callSkill(turn, tell);
      await tellText(answerOf(at), tell);
      await events.flush(sessionId);
      await turn.finish(endWith(answerOf(at)));
    }
    await leases.release(sessionId);
  } finally {
    await events.close();
  }
}

async function placeOf(database: Database, sessionId: string) {
  const [row] = await database.run({
    name: '',
    text: 'select org_id, person_id from platform.sessions where id = $1',
    values: [sessionId],
  });
  return { sessionId, orgId: String(row?.['org_id']), personId: String(row?.['person_id']) };
}

type Tell = (event: ChatEvent) => Promise<void> | undefined;

async function callSkill({ ledger }: OpenTurn, tell: Tell): Promise<void> {
  const [id, tool] = [randomUUID(), 'text-stats'];
  const given = { text: 'some words that are counted' };
  const call = { id, tool, argumentsText: JSON.stringify(given) };
  const result = { success: true, data: { words: 5, characters: 27 } };
  await ledger.open(
    [call],
    [{ type: 'tool-call', id, name: tool, argumentsText: call.argumentsText }],
  );
  await tell({ type: 'tool-started', id, tool, arguments: given });
  await ledger.start(id);
  await ledger.settle(id, 'done', result);
  await tell({ type: 'tool-finished', id, tool, status: 'done', result, duration_ms: 12 });
}

async function tellText(text: string, tell: Tell): Promise<void> {
  for (let at = 0; at < text.length; at += DELTA_CHARS)
    await tell({ type: 'text-delta', text: text.slice(at, at + DELTA_CHARS) });
}

function endWith(text: string): Parameters<OpenTurn['finish']>[0] {
  const event = { type: 'turn-finished', text, reason: 'answered', rounds: 1 } as const;
  return {
    newMessages: [{ role: 'assistant', parts: [{ type: 'text', text }] }],
    usage: NO_USAGE,
    decisions: [],
    event: { ...event, failures: 0, banned: [] },
  };
}

function fail(error: unknown): void {
  throw error;
}
