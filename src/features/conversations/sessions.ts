// A person's conversations: made, found, named and removed.

import { sql, type Insertable } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { momentCursor, readMomentCursor, type MomentPlace } from '#base/moment-cursor.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Database } from '#system/database/database.ts';
import { storable } from './call-record.ts';
import type { ConversationTables, SessionRow } from './conversation-tables.ts';

export interface Session {
  readonly id: string;
  readonly orgId: string;
  readonly roleId: string;
  readonly personId: string | null;
  readonly contactId: string | null;
  readonly channel: string;
  readonly externalId: string;
  readonly peerUserId: string;
  readonly title: string;
  /** Whether a turn runs or waits. */
  readonly isBusy: boolean;
  readonly createdAt: Date;
  readonly activeAt: Date;
}

interface NewSession {
  readonly orgId: string;
  readonly roleId: string;
  readonly personId: string | null;
  readonly contactId?: string;
  readonly channel: string;
  readonly externalId?: string;
  readonly peerUserId?: string;
  readonly title?: string;
}

interface SessionPage {
  readonly sessions: readonly Session[];
  /** Give it as `after` for the next page. */
  readonly next: string | undefined;
}

export interface Sessions {
  create(session: NewSession): Promise<Session>;
  get(orgId: string, sessionId: string): Promise<Session | undefined>;
  /** Those of them that are there, in no order. */
  among(orgId: string, sessionIds: readonly string[]): Promise<readonly Session[]>;
  /** The newest activity first. */
  list(
    orgId: string,
    filter: {
      readonly personId: string;
      readonly roleId?: string;
      /** Whether it has no turn. */
      readonly isEmpty?: boolean;
      readonly after?: string;
      /** 200 at most. */
      readonly limit: number;
    },
  ): Promise<SessionPage>;
  rename(orgId: string, sessionId: string, title: string): Promise<void>;
  /** With everything in it; a turn that runs there ends, its results go nowhere. */
  remove(orgId: string, sessionId: string): Promise<void>;
  /** Sessions without activity for `days`, the oldest first, at most 500 at once; those with a turn under way stay. */
  removeInactive(orgId: string, days: number): Promise<readonly Pick<Session, 'id' | 'roleId'>[]>;
  /**
   * Of any organisation: those in which nothing was said for `days` since they were made, and that nobody named; at most
   * 500 at once. A page makes one for the files of a first message, which then may never be sent.
   */
  removeEmpty(days: number): Promise<readonly Pick<Session, 'id' | 'roleId' | 'orgId'>[]>;
}

export interface SessionsParts {
  readonly database: Database;
  readonly newId: () => string;
}

export function createSessions({ database, newId }: SessionsParts): Sessions {
  const tables = database.tables<ConversationTables>();
  return {
    async create(session) {
      const row = await tables
        .insertInto('sessions')
        .values(rowOf(session, newId()))
        .returningAll()
        .executeTakeFirstOrThrow();
      return asSession({ ...row, is_busy: false });
    },
    async get(orgId, sessionId) {
      const row = await tables
        .selectFrom('sessions')
        .selectAll()
        .select(IS_BUSY)
        .where('id', '=', sessionId)
        .where('org_id', '=', orgId)
        .executeTakeFirst();
      return row === undefined ? undefined : asSession(row);
    },
    async among(orgId, sessionIds) {
      if (sessionIds.length === 0) return [];
      const rows = await tables
        .selectFrom('sessions')
        .selectAll()
        .select(IS_BUSY)
        .where('org_id', '=', orgId)
        .where('id', 'in', sessionIds)
        .execute();
      return rows.map(asSession);
    },
    list: (orgId, filter) => listSessions(database, orgId, filter),
    async rename(orgId, sessionId, title) {
      const { numUpdatedRows } = await tables
        .updateTable('sessions')
        .set({ title: storable(title), is_titled_by_person: true })
        .where('id', '=', sessionId)
        .where('org_id', '=', orgId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError('not-found', turnTexts.noSession());
    },
    async remove(orgId, sessionId) {
      const { numDeletedRows } = await tables
        .deleteFrom('sessions')
        .where('id', '=', sessionId)
        .where('org_id', '=', orgId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('not-found', turnTexts.noSession());
    },
    removeInactive: (orgId, days) => removeInactive(database, orgId, days),
    removeEmpty: (days) => removeEmpty(database, days),
  };
}

async function removeInactive(
  database: Database,
  orgId: string,
  days: number,
): Promise<readonly Pick<Session, 'id' | 'roleId'>[]> {
  const { rows } = await sql<Pick<Session, 'id' | 'roleId'>>`
        delete from platform.sessions where id in (
          select s.id from platform.sessions s
          where s.org_id = ${orgId} and s.active_at < now() - make_interval(days => ${days})
            and not exists (select 1 from platform.turns t
              where t.session_id = s.id and t.state in ('queued', 'running'))
          -- One that somebody writes to just now is not inactive any more.
          order by s.active_at limit 500 for update skip locked)
        returning id, role_id as "roleId"`.execute(database.tables<ConversationTables>());
  return rows;
}

async function removeEmpty(
  database: Database,
  days: number,
): Promise<readonly Pick<Session, 'id' | 'roleId' | 'orgId'>[]> {
  const { rows } = await sql<Pick<Session, 'id' | 'roleId' | 'orgId'>>`
        delete from platform.sessions where id in (
          select s.id from platform.sessions s
          where s.active_at < now() - make_interval(days => ${days}) and s.title = ''
            and not exists (select 1 from platform.turns t where t.session_id = s.id)
          order by s.active_at limit 500 for update skip locked)
        returning id, role_id as "roleId", org_id as "orgId"`.execute(
    database.tables<ConversationTables>(),
  );
  return rows;
}

const IS_EMPTY = sql<boolean>`not exists (
  select 1 from platform.turns t where t.session_id = sessions.id)`;

const IS_BUSY = sql<boolean>`exists (select 1 from platform.turns t
  where t.session_id = sessions.id and t.state in ('queued', 'running'))`.as('is_busy');

function rowOf(session: NewSession, id: string): Insertable<ConversationTables['sessions']> {
  return {
    id,
    org_id: session.orgId,
    role_id: session.roleId,
    person_id: session.personId,
    contact_id: session.contactId ?? null,
    channel: session.channel,
    external_id: session.externalId ?? '',
    peer_user_id: session.peerUserId ?? '',
    title: storable(session.title ?? ''),
    is_titled_by_person: session.title !== undefined && session.title !== '',
  };
}

async function listSessions(
  database: Database,
  orgId: string,
  filter: Parameters<Sessions['list']>[1],
): Promise<SessionPage> {
  const limit = Math.min(Math.max(filter.limit, 1), 200);
  const { personId, roleId } = filter;
  let found = database
    .tables<ConversationTables>()
    .selectFrom('sessions')
    .selectAll()
    .select(IS_BUSY)
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId);
  if (roleId !== undefined) found = found.where('role_id', '=', roleId);
  if (filter.isEmpty !== undefined)
    found = found.where(sql<boolean>`${IS_EMPTY} = ${filter.isEmpty}`);
  const after = cursorOf(filter.after);
  if (after !== undefined) found = found.where(isAfter(after));
  const rows = await found
    .orderBy('active_at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    sessions: rows.slice(0, limit).map(asSession),
    next: last === undefined ? undefined : momentCursor({ moment: last.active_at, id: last.id }),
  };
}

function isAfter({ moment, id }: MomentPlace) {
  return sql<boolean>`(sessions.active_at < ${moment}::timestamptz
    or (sessions.active_at = ${moment}::timestamptz and sessions.id > ${id}))`;
}

function cursorOf(after: string | undefined): MomentPlace | undefined {
  if (after === undefined) return undefined;
  const place = readMomentCursor(after);
  if (place === undefined) throw new AppError('request-invalid', turnTexts.cursorWrong());
  return place;
}

function asSession(row: SessionRow & { readonly is_busy: boolean }): Session {
  return {
    id: row.id,
    orgId: row.org_id,
    roleId: row.role_id,
    personId: row.person_id,
    contactId: row.contact_id,
    channel: row.channel,
    externalId: row.external_id,
    peerUserId: row.peer_user_id,
    title: row.title,
    isBusy: row.is_busy,
    createdAt: row.created_at,
    activeAt: row.active_at,
  };
}
