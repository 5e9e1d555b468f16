// What the platform says by itself in a session: a turn without a question, there once for its key.

import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Language } from '#base/text.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { AnswerPort } from './answer-port.ts';
import { madeFiles, withIds, type FileOfTurn } from './artifacts.ts';
import { storable } from './call-record.ts';
import { appendEvents } from './stream-end.ts';

export interface Push {
  readonly orgId: string;
  readonly sessionId: string;
  /** Unlike any other of the session: pushed again, it is there already. */
  readonly key: string;
  /** Markdown; blank where the files say it all. */
  readonly text: string;
  readonly files: readonly FileOfTurn[];
  readonly language: Language;
}

export interface PushParts {
  readonly answers: AnswerPort;
  readonly newId: () => string;
}

/**
 * In the caller's transaction, with its events and what is to be sent of it: whatever it tells of is stored with it, or
 * neither is. The turn's id; undefined where the conversation is gone.
 */
export async function pushTurn(
  client: PoolClient,
  { answers, newId }: PushParts,
  push: Push,
): Promise<string | undefined> {
  const { orgId, sessionId, key, language } = push;
  const channel = await lockedChannel(client, push);
  if (channel === undefined) return undefined;
  const known = await client.query<{ id: string }>(
    'select id from platform.turns where session_id = $1 and client_key = $2',
    [sessionId, key],
  );
  if (known.rows[0] !== undefined) return known.rows[0].id;
  const turnId = newId();
  const { files, undelivered } = withIds(push.files, newId);
  const said = { turnId, sessionId, channel, language, text: storable(push.text), files };
  const { text, delivery } = await answers.encode({ ...said, isCommand: false });
  await insertTurn(client, { turnId, channel, text, push });
  if (push.files.length > 0) await client.query(madeFiles({ turnId, files, undelivered }));
  const event = { type: 'turn-finished', text, reason: 'answered' } as const;
  const events: ChatEvent[] = [
    { type: 'turn-pushed' },
    ...files.map(({ id, name, path, kind, mediaType, bytes }) => ({
      type: 'artifact' as const,
      id,
      name,
      media: kind,
      media_type: mediaType,
      bytes,
      url: answers.artifactUrl(path),
    })),
    { ...event, rounds: 0, failures: 0, banned: [] },
  ];
  await appendEvents(client, { orgId, sessionId, turnId }, { events, batchName: randomUUID() });
  if (delivery !== undefined)
    await client.query('select platform.put_delivery($1, $2, $3, $4)', [
      JSON.stringify(delivery),
      orgId,
      sessionId,
      turnId,
    ]);
  return turnId;
}

/** Everybody locks the session before its turns. */
async function lockedChannel(
  client: PoolClient,
  { orgId, sessionId }: Push,
): Promise<string | undefined> {
  const { rows } = await client.query<{ channel: string }>(
    'select channel from platform.sessions where id = $1 and org_id = $2 for no key update',
    [sessionId, orgId],
  );
  return rows[0]?.channel;
}

interface PushedTurn {
  readonly turnId: string;
  readonly channel: string;
  /** As a person gets it. */
  readonly text: string;
  readonly push: Push;
}

async function insertTurn(
  client: PoolClient,
  { turnId, channel, text, push }: PushedTurn,
): Promise<void> {
  const { orgId, sessionId, key, language, files } = push;
  // A model is given words: some providers refuse an answer without any.
  const words = push.text.trim() === '' ? files.map(({ name }) => name).join('\n') : push.text;
  await client.query(
    `with pushed as (
      insert into platform.turns (id, org_id, session_id, client_key, channel, language, text, origin, state,
        reason, reply, rounds, failures, banned, chars, after_seq, started_at, ended_at)
      values ($1, $2, $3, $4, $5, $6, '', 'push', 'done', 'answered', $7, 0, 0, '[]', length($7),
        platform.last_seq($3), now(), now()))
    insert into platform.turn_answers (turn_id, position, parts) values ($1, 0, $8)`,
    [
      turnId,
      orgId,
      sessionId,
      key,
      channel,
      language,
      text,
      JSON.stringify([{ type: 'text', text: storable(words) }]),
    ],
  );
  await client.query('update platform.sessions set active_at = now() where id = $1', [sessionId]);
}
