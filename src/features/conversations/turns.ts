// The turns of a session: accepted once and kept, taken in order, ended once, replaced where a person says so.

import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Database } from '#system/database/database.ts';
import {
  acceptance,
  acceptedTurn,
  findTurn,
  lockSession,
  type AcceptedTurn,
  type NewTurn,
} from './accept-turn.ts';
import { turnAttachment, type StoredTurnAttachment, type TurnAttachment } from './attachments.ts';
import type { TurnRow, TurnState } from './conversation-tables.ts';
import { replaceTurn, type ReplacedTurn, type Replacement } from './replace-turn.ts';
import { appendEvent } from './stream-end.ts';

export interface RunnableTurn {
  readonly id: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly personId: string | null;
  readonly channel: string;
  readonly language: Language;
  readonly text: string;
  readonly attachments: readonly TurnAttachment[];
  readonly isStopWanted: boolean;
}

export interface Turns {
  /**
   * Stored when this resolves. Throws `not-found` (the session, or a file that is to go with it), `conflict` (a client
   * key with another text or other files), or `too-many-requests` where the session's queue is full.
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
  /** The turn and all after it are superseded by one with this text, and these files or those it had. */
  edit(
    orgId: string,
    again: ReplacedTurn & {
      readonly text: string;
      readonly attachments?: readonly string[] | undefined;
    },
  ): Promise<AcceptedTurn>;
}

interface FoundState {
  readonly sessionId: string;
  readonly text: string;
  readonly attachments: readonly TurnAttachment[];
  readonly state: TurnState;
}

export interface TurnsParts {
  readonly database: Database;
  readonly newId: () => string;
}

export function createTurns({ database, newId }: TurnsParts): Turns {
  const replace = (orgId: string, again: Omit<Replacement, 'orgId' | 'id'>) => {
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
        text: `select session_id as "sessionId", text, attachments, state from platform.turns
          where id = $1 and org_id = $2`,
        values: [turnId, orgId],
      });
      if (row === undefined) throw new AppError('not-found', turnTexts.noTurn());
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
      const found = row as unknown as FoundRow;
      return { ...found, attachments: found.attachments.map(turnAttachment) };
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
            returning id, org_id, session_id, person_id, channel, language, text,
              attachments, is_stop_wanted`,
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
    edit: (orgId, { turnId, clientKey, text, attachments }) =>
      replace(orgId, { turnId, clientKey, text, attachments }),
  };
}

interface FoundRow extends Omit<FoundState, 'attachments'> {
  readonly attachments: readonly StoredTurnAttachment[];
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
    attachments: row.attachments.map(turnAttachment),
    isStopWanted: row.is_stop_wanted,
  };
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
