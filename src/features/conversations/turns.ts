// The turns of a session: accepted once and kept, taken in order, ended once, replaced where a person says so.

import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Database, Statement } from '#system/database/database.ts';
import { storable } from './call-record.ts';
import type { TurnRow, TurnState } from './conversation-tables.ts';
import { appendEvent } from './stream-end.ts';

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
  /** The sender's own name for this message: sent again with the same one, it is the same turn. */
  readonly clientKey?: string | undefined;
}

export interface AcceptedTurn {
  readonly turnId: string;
  readonly sessionId: string;
  /** False where this message was accepted before. */
  readonly isNew: boolean;
}

export interface RunnableTurn {
  readonly id: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly personId: string | null;
  readonly channel: string;
  readonly language: Language;
  readonly text: string;
  readonly isStopWanted: boolean;
}

export interface Turns {
  /**
   * Stored when this resolves. Throws `not-found`, `conflict` (a client key with another text), or
   * `too-many-requests` where the session's queue is full.
   */
  accept(turn: NewTurn): Promise<AcceptedTurn>;
  /** Throws `not-found`. */
  find(orgId: string, turnId: string): Promise<FoundState>;
  /** The next one to run, now running; only under the session's lease. */
  next(sessionId: string, owner: string): Promise<RunnableTurn | undefined>;
  /**
   * A queued turn is dropped; a running one is marked, to be stopped by who runs it; one that has ended stays. Gives
   * whether it runs. Throws `not-found`.
   */
  stop(orgId: string, turnId: string): Promise<boolean>;
  /** The answer once more: the turn and all after it are superseded by one with the same text. */
  regenerate(orgId: string, again: ReplacedTurn): Promise<AcceptedTurn>;
  /** The turn and all after it are superseded by one with this text. */
  edit(orgId: string, again: ReplacedTurn & { readonly text: string }): Promise<AcceptedTurn>;
}

interface FoundState {
  readonly sessionId: string;
  readonly text: string;
  readonly state: TurnState;
}

interface ReplacedTurn {
  readonly turnId: string;
  /** As in `NewTurn`. */
  readonly clientKey?: string | undefined;
}

export interface TurnsParts {
  readonly database: Database;
  readonly newId: () => string;
}

export function createTurns({ database, newId }: TurnsParts): Turns {
  const replace = (orgId: string, again: ReplacedTurn & { readonly text?: string }) => {
    const replacement = { ...again, orgId, id: newId() };
    return database.again(() => database.transaction((client) => replaceTurn(client, replacement)));
  };
  return {
    async accept(turn) {
      const id = newId();
      return database.again(async () =>
        acceptedTurn(await database.run(acceptance(turn, id)), turn, id),
      );
    },
    async find(orgId, turnId) {
      const [row] = await database.run({
        name: 'turn-find',
        text: `select session_id as "sessionId", text, state from platform.turns
          where id = $1 and org_id = $2`,
        values: [turnId, orgId],
      });
      if (row === undefined) throw new AppError('not-found', turnTexts.noTurn());
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
      return row as unknown as FoundState;
    },
    async next(sessionId, owner) {
      const rows = await database.again(() =>
        database.run({
          name: 'turn-next',
          // One that runs already was taken by this very process, which lost the answer on the way.
          text: `update platform.turns set state = 'running', started_at = coalesce(started_at, now())
            where id = (select id from platform.turns where session_id = $1
                and state in ('queued', 'running') order by number limit 1)
              and exists (select 1 from platform.sessions where id = $1 and lease_owner = $2)
            returning id, org_id, session_id, person_id, channel, language, text, is_stop_wanted`,
          values: [sessionId, owner],
        }),
      );
      const [row] = rows;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
      return row === undefined ? undefined : asRunnable(row as unknown as TurnRow);
    },
    stop: (orgId, turnId) =>
      database.again(() => database.transaction((client) => stopTurn(client, orgId, turnId))),
    regenerate: (orgId, { turnId, clientKey }) => replace(orgId, { turnId, clientKey }),
    edit: (orgId, { turnId, clientKey, text }) => replace(orgId, { turnId, clientKey, text }),
  };
}

function asRunnable(row: TurnRow): RunnableTurn {
  return {
    id: row.id,
    orgId: row.org_id,
    sessionId: row.session_id,
    personId: row.person_id,
    channel: row.channel,
    language: row.language,
    text: row.text,
    isStopWanted: row.is_stop_wanted,
  };
}

function acceptance(turn: NewTurn, id: string): Statement {
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
  };
  return {
    name: 'turn-accept',
    text: 'select turn, outcome from platform.accept_turn($1, $2)',
    values: [JSON.stringify(message), MOST_QUEUED],
  };
}

/** Known under the id that this call made, it was accepted by this call's first try, whose answer was lost. */
function acceptedTurn(
  rows: readonly Readonly<Record<string, unknown>>[],
  { sessionId }: NewTurn,
  ownId: string,
): AcceptedTurn {
  const [{ turn: id, outcome } = {}] = rows;
  switch (outcome) {
    case 'accepted':
    case 'known':
      return { turnId: String(id), sessionId, isNew: id === ownId };
    case 'other-text':
      throw new AppError('conflict', turnTexts.keyReused());
    case 'full':
      throw new AppError('too-many-requests', turnTexts.queueFull(MOST_QUEUED));
    default:
      throw new AppError('not-found', turnTexts.noSession());
  }
}

/** Nothing is accepted there meanwhile. */
async function lockSession(client: PoolClient, orgId: string, sessionId: string): Promise<void> {
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

async function stopTurn(client: PoolClient, orgId: string, turnId: string): Promise<boolean> {
  const turn = await findTurn(client, orgId, turnId);
  await lockSession(client, orgId, turn.session_id);
  const dropped = await client.query(
    `update platform.turns set state = 'dropped', ended_at = now(), reason = 'stopped'
    where id = $1 and state = 'queued'`,
    [turnId],
  );
  if (dropped.rowCount === 1) {
    await appendEvent(client, turn, { turnId, event: DROPPED, batchName: randomUUID() });
    return false;
  }
  const { rowCount } = await client.query(
    `update platform.turns set is_stop_wanted = true where id = $1 and state = 'running'`,
    [turnId],
  );
  return rowCount === 1;
}

const DROPPED: ChatEvent = {
  type: 'turn-finished',
  text: '',
  reason: 'stopped',
  rounds: 0,
  failures: 0,
  banned: [],
};

async function findTurn(client: PoolClient, orgId: string, turnId: string): Promise<TurnRow> {
  const { rows } = await client.query<TurnRow>(
    'select * from platform.turns where id = $1 and org_id = $2',
    [turnId, orgId],
  );
  const [found] = rows;
  if (found === undefined) throw new AppError('not-found', turnTexts.noTurn());
  return found;
}

interface Replacement extends ReplacedTurn {
  readonly orgId: string;
  /** Of the new turn; undefined for the old one's. */
  readonly text?: string | undefined;
  readonly id: string;
}

async function replaceTurn(client: PoolClient, replacement: Replacement): Promise<AcceptedTurn> {
  const { orgId, turnId, text, id, clientKey } = replacement;
  const old = await findTurn(client, orgId, turnId);
  await lockSession(client, orgId, old.session_id);
  const turn: NewTurn = {
    orgId,
    sessionId: old.session_id,
    personId: old.person_id,
    channel: old.channel,
    language: old.language,
    text: storable(text ?? old.text),
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
