// How a turn ends: its answer, its state and the last event of its stream in one transaction, or as interrupted.

import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { JsonValue } from '#base/json.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { CallState } from '#features/agents/index.ts';
import type { AssistantPart, ModelMessage, ModelUsage } from '#features/models/index.ts';
import type { Database } from '#system/database/database.ts';
import type { AnswerPlace, AnswerPort } from './answer-port.ts';
import { TURN_ARTIFACTS, type MadeArtifact, type TurnArtifact } from './artifacts.ts';
import { storable } from './call-record.ts';
import type { TurnRow } from './conversation-tables.ts';
import { appendEvent } from './stream-end.ts';
import { lostResult } from './turn-history.ts';

export interface TurnEnd {
  /** Everything behind the user's message; what the call record holds already is left out. */
  readonly newMessages: readonly ModelMessage[];
  /** With the whole reply, in Markdown. */
  readonly event: ChatEvent & { readonly type: 'turn-finished' };
  readonly usage: ModelUsage;
  /** The trace. */
  readonly decisions: readonly JsonValue[];
  /** The platform answered a person itself. */
  readonly isCommand?: boolean;
}

interface Stored {
  /** Answers in the call record. */
  readonly answers: number;
  readonly resultChars: number;
  /** What skills made in the turn. */
  readonly files: readonly MadeArtifact[];
}

export interface EndingParts {
  readonly database: Database;
  readonly answers: AnswerPort;
}

/** Left out of a turn whose session's stream is all that its answer goes to. */
type Answered = AnswerPlace | undefined;

/** Throws `conflict`, with nothing written, where the turn is not ours to end any more. */
export async function finishTurn(
  { database, answers }: EndingParts,
  { turnId, place }: { readonly turnId: string; readonly place: Answered },
  end: TurnEnd & Stored,
): Promise<void> {
  const said = storable(end.event.text);
  const { files, isCommand = false } = end;
  const answer =
    place === undefined
      ? { text: said, delivery: undefined }
      : await answers.encode({ ...place, turnId, text: said, files, isCommand });
  const values = [turnId, endingJson(end, answer), answersJson(end), randomUUID()];
  const [row] = await database.again(() =>
    database.run({
      name: 'turn-finish',
      text: 'select platform.finish_turn($1, $2, $3, $4) as is_ended',
      values,
    }),
  );
  if (row?.['is_ended'] !== true) throw new AppError('conflict', turnTexts.taken());
}

/** What a model or a skill had a hand in goes as JSON's text: PostgreSQL looks into no text for what it can't hold. */
function endingJson(
  { event, usage, decisions, resultChars, isCommand = false }: TurnEnd & Stored,
  { text: reply, delivery }: Awaited<ReturnType<AnswerPort['encode']>>,
): string {
  const banned = event.banned.map(storable);
  return JSON.stringify({
    reason: event.reason,
    reply,
    rounds: event.rounds,
    failures: event.failures,
    banned: JSON.stringify(banned),
    usage: JSON.stringify(usage),
    decisions: JSON.stringify(decisions),
    chars: reply.length + resultChars,
    event: { ...event, text: reply, banned },
    ...(isCommand && { origin: 'command' }),
    delivery,
  });
}

/** Those with calls are stored already. */
function answersJson({ newMessages, answers }: TurnEnd & Stored): string {
  const last = newMessages.flatMap((message) =>
    message.role === 'assistant' && !message.parts.some(({ type }) => type === 'tool-call')
      ? [message.parts]
      : [],
  );
  return JSON.stringify(
    last.map((parts, index) => ({ position: answers + index, parts: JSON.stringify(parts) })),
  );
}

async function putAnswer(
  client: PoolClient,
  answer: {
    readonly turnId: string;
    readonly position: number;
    readonly parts: readonly AssistantPart[];
  },
): Promise<void> {
  await client.query(
    `insert into platform.turn_answers (turn_id, position, parts) values ($1, $2, $3)
    on conflict do nothing`,
    [answer.turnId, answer.position, JSON.stringify(answer.parts)],
  );
}

/**
 * Ends what runs in a session whose process went away: every call has a result, the person is told what ran and what
 * may have run, and the conversation is one that a provider accepts. Only under the session's lease; undefined where
 * nothing runs there.
 */
export async function interruptRunning(
  { database, answers }: EndingParts,
  { sessionId, owner }: { readonly sessionId: string; readonly owner: string },
): Promise<string | undefined> {
  const batchName = randomUUID();
  return database.again(() =>
    database.transaction(async (client) => {
      const { rows } = await client.query<TurnRow>(
        `update platform.turns set state = 'interrupted', ended_at = now(), reason = 'interrupted'
        where session_id = $1 and state = 'running' and exists (
          select 1 from platform.sessions where id = $1 and lease_owner = $2) returning *`,
        [sessionId, owner],
      );
      const [turn] = rows;
      if (turn === undefined) return undefined;
      const { text: reply, delivery } = await answers.encode({
        turnId: turn.id,
        sessionId,
        channel: turn.channel,
        language: turn.language,
        text: await closeCalls(client, turn),
        files: await madeArtifacts(client, turn.id),
        isCommand: false,
      });
      await client.query(
        `update platform.turns set reply = $2, rounds = 0, failures = 0, chars = length(text) + length($2)
        where id = $1`,
        [turn.id, reply],
      );
      const { rows: places } = await client.query<{ next: number }>(
        `select coalesce(max(position) + 1, 0) as next from platform.turn_answers where turn_id = $1`,
        [turn.id],
      );
      const parts = [{ type: 'text', text: reply } as const];
      await putAnswer(client, { turnId: turn.id, position: places[0]?.next ?? 0, parts });
      const event: ChatEvent = {
        type: 'turn-finished',
        text: reply,
        reason: 'interrupted',
        rounds: 0,
        failures: 0,
        banned: [],
      };
      await appendEvent(client, turn, { turnId: turn.id, event, batchName });
      if (delivery !== undefined)
        await client.query('select platform.put_delivery($1, $2, $3, $4)', [
          JSON.stringify(delivery),
          turn.org_id,
          sessionId,
          turn.id,
        ]);
      return turn.id;
    }),
  );
}

async function madeArtifacts(client: PoolClient, turnId: string): Promise<readonly MadeArtifact[]> {
  const { rows } = await client.query<{ artifacts: readonly TurnArtifact[] }>(
    `select ${TURN_ARTIFACTS} as artifacts from platform.turns t where t.id = $1`,
    [turnId],
  );
  return (rows[0]?.artifacts ?? []).filter(({ state }) => state === 'kept');
}

interface CallRow {
  readonly id: string;
  readonly tool: string;
  readonly state: CallState;
}

/** What the person is told of them. */
async function closeCalls(client: PoolClient, turn: TurnRow): Promise<string> {
  const { rows } = await client.query<CallRow>(
    `select id, tool, state from platform.calls where turn_id = $1 order by position, index`,
    [turn.id],
  );
  for (const { id, tool, state } of rows) {
    if (state !== 'open' && state !== 'running') continue;
    await client.query(
      `update platform.calls set state = 'aborted', ended_at = now(), result = $3
      where turn_id = $1 and id = $2`,
      [turn.id, id, JSON.stringify(lostResult(tool, state, turn.language))],
    );
  }
  const named = (wanted: readonly CallState[]) => [
    ...new Set(rows.filter(({ state }) => wanted.includes(state)).map(({ tool }) => tool)),
  ];
  return turnTexts.interrupted(named(['done', 'partial', 'failed']), named(['running']))[
    turn.language
  ];
}
