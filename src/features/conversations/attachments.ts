// The files of a session: those that were uploaded and those that skills made, and what a turn is given of them.

import { AppError } from '#base/app-error.ts';
import { assertNever } from '#base/assert-never.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Database } from '#system/database/database.ts';
import type { AttachmentTables, FileKind } from './attachment-tables.ts';
import { storable } from './call-record.ts';

/** What a message keeps of a file, also where the file was deleted since. */
export interface TurnAttachment {
  readonly id: string;
  readonly name: string;
  /** In the session's workspace, with `/` between the names. */
  readonly path: string;
  readonly kind: FileKind;
  readonly mediaType: string;
  readonly bytes: number;
}

export interface Attachment extends TurnAttachment {
  readonly orgId: string;
  readonly sessionId: string;
  /** A skill made it. */
  readonly isMade: boolean;
  readonly createdAt: Date;
}

/** In its database a turn's files have the wire's names. */
export interface StoredTurnAttachment extends Omit<TurnAttachment, 'mediaType'> {
  readonly media_type: string;
}

/** What went before a turn, as far as its skills are told (CTX-05). */
export interface EarlierFiles {
  /** Sent with earlier messages, the newest first, 10 at most. */
  readonly sent: readonly TurnAttachment[];
  /** Made by skills, the newest first, 10 at most. */
  readonly made: readonly TurnAttachment[];
}

/** Of all uploads of a session. */
interface UploadQuota {
  readonly mostFiles: number;
  readonly mostBytes: number;
}

type NewFile = Omit<TurnAttachment, 'id'>;

export interface Attachments {
  /** The newest first. */
  list(orgId: string, sessionId: string): Promise<readonly Attachment[]>;
  /** Throws `not-found`. */
  get(orgId: string, sessionId: string, attachmentId: string): Promise<Attachment>;
  /** Keeps a file that lies in the workspace. Throws `limit-reached`, or `not-found` where the session is gone. */
  add(
    place: { readonly orgId: string; readonly sessionId: string },
    file: NewFile,
    quota: UploadQuota,
  ): Promise<Attachment>;
  /**
   * Of these sessions, those that are gone, and with `days` above 0 those that nobody touched for so long: their files
   * may go.
   */
  clearable(sessionIds: readonly string[], days: number): Promise<readonly string[]>;
  /** What lay in a workspace that was cleared. */
  forget(sessionId: string): Promise<void>;
  /** Throws `not-found`. The file itself is the caller's to remove. */
  remove(orgId: string, sessionId: string, attachmentId: string): Promise<void>;
}

const MOST_EARLIER = 10;

export interface AttachmentsParts {
  readonly database: Database;
  readonly newId: () => string;
}

export function createAttachments({ database, newId }: AttachmentsParts): Attachments {
  const tables = database.tables<AttachmentTables>();
  const get: Attachments['get'] = async (orgId, sessionId, attachmentId) => {
    const row = await tables
      .selectFrom('attachments')
      .selectAll()
      .where('id', '=', attachmentId)
      .where('session_id', '=', sessionId)
      .where('org_id', '=', orgId)
      .executeTakeFirst();
    if (row === undefined) throw new AppError('not-found', attachmentTexts.noFile());
    return asAttachment(row);
  };
  return {
    get,
    async list(orgId, sessionId) {
      const rows = await tables
        .selectFrom('attachments')
        .selectAll()
        .where('session_id', '=', sessionId)
        .where('org_id', '=', orgId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(asAttachment);
    },
    async add(place, file, quota) {
      const upload = { ...place, ...file, id: newId() };
      const createdAt = await addUpload(database, upload, quota);
      return { ...upload, isMade: false, createdAt };
    },
    async clearable(sessionIds, days) {
      const rows = await database.run({
        name: 'attachments-clearable',
        text: `select w.id from unnest($1::text[]) w (id) left join platform.sessions s on s.id = w.id
          where s.id is null or ($2::integer > 0 and s.active_at < now() - make_interval(days => $2::integer)
            and not exists (select from platform.turns t
              where t.session_id = s.id and t.state in ('queued', 'running')))`,
        values: [sessionIds, days],
      });
      return rows.map(({ id }) => String(id));
    },
    async forget(sessionId) {
      await tables.deleteFrom('attachments').where('session_id', '=', sessionId).execute();
    },
    async remove(orgId, sessionId, attachmentId) {
      const { numDeletedRows } = await tables
        .deleteFrom('attachments')
        .where('id', '=', attachmentId)
        .where('session_id', '=', sessionId)
        .where('org_id', '=', orgId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('not-found', attachmentTexts.noFile());
    },
  };
}

interface NewUpload extends TurnAttachment {
  readonly orgId: string;
  readonly sessionId: string;
}

type AddedUpload =
  | { readonly outcome: 'added'; readonly at: Date }
  | { readonly outcome: 'many-files' | 'many-bytes' | 'no-session' };

/** When it was added. */
async function addUpload(
  database: Database,
  { orgId, sessionId, ...file }: NewUpload,
  { mostFiles, mostBytes }: UploadQuota,
): Promise<Date> {
  const given = { org: orgId, session: sessionId, ...storedFile(file) };
  const [row] = await database.again(() =>
    database.run({
      name: 'attachment-add',
      text: 'select outcome, at from platform.add_upload($1, $2, $3)',
      values: [JSON.stringify(given), mostFiles, mostBytes],
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function's own words
  const added = row as AddedUpload;
  switch (added.outcome) {
    case 'added':
      return added.at;
    case 'many-files':
      throw new AppError('limit-reached', attachmentTexts.tooManyFiles(mostFiles));
    case 'many-bytes':
      throw new AppError('limit-reached', attachmentTexts.sessionFull(mostBytes));
    case 'no-session':
      throw new AppError('not-found', turnTexts.noSession());
    default:
      return assertNever(added);
  }
}

/** Of messages that count still, and of files that are still there. */
export async function readEarlierFiles(database: Database, turnId: string): Promise<EarlierFiles> {
  const rows = await database.again(() =>
    database.run({
      name: 'attachments-earlier',
      text: `with this as (select session_id, number, attachments from platform.turns where id = $1),
        own as (select f ->> 'id' as id from this, json_array_elements(this.attachments) f),
        sent as (
          select f ->> 'id' as id, max(t.number) as number
          from platform.turns t, this, json_array_elements(t.attachments) f
          where t.session_id = this.session_id and t.number < this.number
            and t.superseded_at is null and t.state in ('done', 'interrupted')
          group by 1),
        files as (
          select a.*, s.number, row_number() over (partition by a.is_made
            order by s.number desc nulls last, a.created_at desc, a.id) as place
          from this join platform.attachments a on a.session_id = this.session_id
          left join sent s on s.id = a.id
          where a.id not in (select id from own) and (a.is_made or s.id is not null))
        select id, name, path, kind, media_type, bytes::float8 as bytes, is_made from files
        where place <= ${MOST_EARLIER} order by place`,
      values: [turnId],
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
  const files = rows as unknown as readonly (StoredTurnAttachment & {
    readonly is_made: boolean;
  })[];
  return {
    sent: files.filter((file) => !file.is_made).map(turnAttachment),
    made: files.filter((file) => file.is_made).map(turnAttachment),
  };
}

export function turnAttachment(stored: StoredTurnAttachment): TurnAttachment {
  const { id, name, path, kind, media_type: mediaType, bytes } = stored;
  return { id, name, path, kind, mediaType, bytes };
}

function storedFile(file: TurnAttachment): StoredTurnAttachment {
  const { id, name, path, kind, mediaType, bytes } = file;
  return { id, name: storable(name), path: storable(path), kind, media_type: mediaType, bytes };
}

function asAttachment(row: {
  readonly [Key in keyof AttachmentTables['attachments']]: Key extends 'created_at'
    ? Date
    : AttachmentTables['attachments'][Key];
}): Attachment {
  return {
    id: row.id,
    orgId: row.org_id,
    sessionId: row.session_id,
    name: row.name,
    path: row.path,
    kind: row.kind,
    mediaType: row.media_type,
    bytes: Number(row.bytes),
    isMade: row.is_made,
    createdAt: row.created_at,
  };
}
