// A message is accepted once and kept: what new turns and replaced ones have in common.

import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Statement } from '#system/database/database.ts';
import { storable } from './call-record.ts';
import type { TurnRow } from './conversation-tables.ts';

/** Messages that may wait in one session. */
const MOST_QUEUED = 20;
const TITLE_CHARS = 60;

export interface NewTurn {
  readonly orgId: string;
  readonly sessionId: string;
  readonly personId: string | null;
  readonly channel: string;
  readonly language: Language;
  readonly text: string;
  /** Ids of the session's files that go with it. */
  readonly attachments?: readonly string[] | undefined;
  /** The sender's own name for this message: sent again with the same one, it is the same turn. */
  readonly clientKey?: string | undefined;
}

export interface AcceptedTurn {
  readonly turnId: string;
  readonly sessionId: string;
  /** False where this message was accepted before. */
  readonly isNew: boolean;
  /** What happens in the turn comes behind it in the session's stream. */
  readonly afterSeq: number;
}

export function acceptance(turn: NewTurn, id: string): Statement {
  const text = storable(turn.text);
  const message = {
    id,
    org: turn.orgId,
    session: turn.sessionId,
    person: turn.personId,
    key: turn.clientKey === undefined ? null : storable(turn.clientKey),
    channel: turn.channel,
    language: turn.language,
    text,
    title: titleOf(text),
    attachments: [...new Set(turn.attachments)],
  };
  return {
    name: 'turn-accept',
    text: 'select turn, outcome, after from platform.accept_turn($1, $2)',
    values: [JSON.stringify(message), MOST_QUEUED],
  };
}

/** Known under the id that this call made, it was accepted by this call's first try, whose answer was lost. */
export function acceptedTurn(
  rows: readonly Readonly<Record<string, unknown>>[],
  { sessionId }: NewTurn,
  ownId: string,
): AcceptedTurn {
  const [{ turn: id, outcome, after } = {}] = rows;
  switch (outcome) {
    case 'accepted':
    case 'known':
      return { turnId: String(id), sessionId, isNew: id === ownId, afterSeq: Number(after) };
    case 'other-text':
      throw new AppError('conflict', turnTexts.keyReused());
    case 'no-attachment':
      throw new AppError('not-found', attachmentTexts.noSuchAttachment());
    case 'full':
      throw new AppError('too-many-requests', turnTexts.queueFull(MOST_QUEUED));
    default:
      throw new AppError('not-found', turnTexts.noSession());
  }
}

/** Nothing is accepted there meanwhile. */
export async function lockSession(
  client: PoolClient,
  orgId: string,
  sessionId: string,
): Promise<void> {
  const { rowCount } = await client.query(
    'select 1 from platform.sessions where id = $1 and org_id = $2 for no key update',
    [sessionId, orgId],
  );
  if (rowCount === 0) throw new AppError('not-found', turnTexts.noSession());
}

function titleOf(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? '';
  return line.length > TITLE_CHARS ? `${cutText(line, TITLE_CHARS - 1)}…` : line;
}

export async function findTurn(
  client: PoolClient,
  orgId: string,
  turnId: string,
): Promise<TurnRow> {
  const { rows } = await client.query<TurnRow>(
    'select * from platform.turns where id = $1 and org_id = $2',
    [turnId, orgId],
  );
  const [found] = rows;
  if (found === undefined) throw new AppError('not-found', turnTexts.noTurn());
  return found;
}
