// A turn takes the place of another and of all after it: regenerated, or edited.

import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import {
  acceptance,
  acceptedTurn,
  findTurn,
  lockSession,
  type AcceptedTurn,
  type NewTurn,
} from './accept-turn.ts';
import { storable } from './call-record.ts';
import type { TurnRow } from './conversation-tables.ts';

export interface ReplacedTurn {
  readonly turnId: string;
  /** As in `NewTurn`. */
  readonly clientKey?: string | undefined;
}

export interface Replacement extends ReplacedTurn {
  readonly orgId: string;
  /** Of the new turn; undefined for the old one's. */
  readonly text?: string | undefined;
  /** Ids; undefined for the old one's, as far as they are still there. */
  readonly attachments?: readonly string[] | undefined;
  readonly id: string;
}

export async function replaceTurn(
  client: PoolClient,
  replacement: Replacement,
): Promise<AcceptedTurn> {
  const { orgId, turnId, text, id, clientKey } = replacement;
  const old = await findTurn(client, orgId, turnId);
  if (old.origin === 'push') throw new AppError('conflict', turnTexts.nobodyAsked());
  await lockSession(client, orgId, old.session_id);
  const turn: NewTurn = {
    orgId,
    sessionId: old.session_id,
    personId: old.person_id,
    channel: old.channel,
    language: old.language,
    text: storable(text ?? old.text),
    attachments: await attachmentsOf(client, old, replacement),
    clientKey,
  };
  const known = await client.query<{ id: string }>(
    'select id from platform.turns where session_id = $1 and (client_key = $2 or id = $3)',
    [old.session_id, clientKey ?? null, id],
  );
  if (known.rowCount === 0) await supersede(client, old);
  const statement = acceptance(turn, id);
  const { rows } = await client.query<Record<string, unknown>>({
    ...statement,
    values: [...statement.values],
  });
  return acceptedTurn(rows, turn, id);
}

/** What went with the old message and was deleted since is in nobody's way. */
async function attachmentsOf(
  client: PoolClient,
  old: TurnRow,
  { attachments }: Replacement,
): Promise<readonly string[]> {
  const there = new Set(await stillThere(client, old));
  const before = new Set(old.attachments.map(({ id }) => id));
  return attachments?.filter((id) => there.has(id) || !before.has(id)) ?? [...there];
}

async function stillThere(client: PoolClient, old: TurnRow): Promise<readonly string[]> {
  const ids = old.attachments.map(({ id }) => id);
  const { rows } = await client.query<{ id: string }>(
    'select id from platform.attachments where session_id = $1 and id = any ($2)',
    [old.session_id, ids],
  );
  return ids.filter((id) => rows.some((row) => row.id === id));
}

async function supersede(client: PoolClient, old: TurnRow): Promise<void> {
  await refuseReplacing(client, old);
  await client.query(
    `update platform.turns set superseded_at = now()
    where session_id = $1 and number >= $2 and superseded_at is null`,
    [old.session_id, old.number],
  );
}

async function refuseReplacing(
  client: PoolClient,
  { session_id: sessionId, number, id }: TurnRow,
): Promise<void> {
  const { rows } = await client.query<{ id: string; state: string; number: number }>(
    `select id, state, number from platform.turns where session_id = $1 and superseded_at is null
      and state <> 'dropped' and number >= $2 order by number`,
    [sessionId, number],
  );
  if (rows[0]?.id !== id) throw new AppError('not-found', turnTexts.noTurn());
  if (rows.some(({ state }) => state === 'queued' || state === 'running'))
    throw new AppError('conflict', turnTexts.stillRunning());
}
