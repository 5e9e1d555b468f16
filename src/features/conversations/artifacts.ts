// What skills made in turns: kept with what it was at that moment, or told as failed with the reason.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import type { Database, Statement } from '#system/database/database.ts';
import type { FileKind } from './attachment-tables.ts';
import type { TurnAttachment } from './attachments.ts';
import { storable } from './call-record.ts';

/** What a skill made and is there. */
export interface MadeArtifact {
  readonly id: string;
  readonly name: string;
  /** In the session's workspace, with `/` between the names. */
  readonly path: string;
  readonly kind: FileKind;
  readonly mediaType: string;
  readonly bytes: number;
}

/** As a turn tells it; a failed one has no path, no kind of its own and no bytes. */
export interface TurnArtifact extends MadeArtifact {
  readonly state: 'kept' | 'failed';
  /** Why it failed, in the person's language. */
  readonly reason: string | null;
}

export interface StoredArtifact extends TurnArtifact {
  readonly orgId: string;
  readonly sessionId: string;
  readonly turnId: string;
  /** In the store of blobs; null where what lies in the workspace is all there is. */
  readonly blob: string | null;
  readonly createdAt: Date;
}

/** To be the conversation's; without an id it gets one. */
interface MadeFile extends Omit<TurnAttachment, 'id'> {
  readonly id?: string;
  readonly state?: 'kept';
  readonly blob?: string | undefined;
}

interface UndeliveredFile {
  readonly state: 'failed';
  readonly id: string;
  readonly name: string;
  readonly reason: Text;
}

export type FileOfTurn = MadeFile | UndeliveredFile;

export interface Artifacts {
  /** Throws `not-found`. */
  get(orgId: string, artifactId: string): Promise<StoredArtifact>;
  /** Of whatever organisation, for a link that names it; undefined where it is gone or past its time. */
  find(artifactId: string): Promise<StoredArtifact | undefined>;
  /** Bytes of all that is kept for a role, each content once. */
  bytesOf(orgId: string, roleId: string): Promise<number>;
  /** Those of `keys` that no artifact has. */
  unused(keys: readonly string[]): Promise<readonly string[]>;
  /** Takes away what is past its time. */
  removeExpired(): Promise<number>;
}

const COLUMNS = `a.id, a.org_id as "orgId", a.session_id as "sessionId", a.turn_id as "turnId", a.name, a.path,
  a.kind, a.media_type as "mediaType", a.bytes::float8 as bytes, a.blob, a.state, a.reason, a.created_at as "createdAt"`;
const LIVES = `(a.expires_at is null or a.expires_at > now())`;

export function createArtifacts(database: Database): Artifacts {
  const find: Artifacts['find'] = async (artifactId) => {
    const [row] = await database.run({
      name: 'artifact',
      text: `select ${COLUMNS} from platform.artifacts a where a.id = $1 and ${LIVES}`,
      values: [artifactId],
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
    return row as unknown as StoredArtifact | undefined;
  };
  return {
    find,
    async get(orgId, artifactId) {
      const found = await find(artifactId);
      if (found?.orgId !== orgId) throw new AppError('not-found', attachmentTexts.noFile());
      return found;
    },
    async bytesOf(orgId, roleId) {
      const [row] = await database.run({
        name: 'artifact-bytes',
        text: `select coalesce(sum(bytes), 0)::float8 as bytes from (
          select max(bytes) as bytes from platform.artifacts
          where org_id = $1 and role_id = $2 and blob is not null group by blob) of_blobs`,
        values: [orgId, roleId],
      });
      return Number(row?.['bytes'] ?? 0);
    },
    async unused(keys) {
      const rows = await database.run({
        name: 'artifact-blobs-unused',
        text: `select key from unnest($1::text[]) key
          where not exists (select from platform.artifacts a where a.blob = key)`,
        values: [keys],
      });
      return rows.map(({ key }) => String(key));
    },
    async removeExpired() {
      const rows = await database.again(() =>
        database.run({
          name: 'artifacts-expired',
          text: `delete from platform.artifacts a where not ${LIVES} returning a.id`,
          values: [],
        }),
      );
      return rows.length;
    },
  };
}

/** Of a turn, each path once, the newest last. */
export const TURN_ARTIFACTS = `coalesce((
    select json_agg(json_build_object('id', a.id, 'name', a.name, 'path', a.path, 'kind', a.kind,
        'mediaType', a.media_type, 'bytes', a.bytes, 'state', a.state, 'reason', a.reason) order by a.number)
    from (select distinct on (case state when 'kept' then path else id end) * from platform.artifacts
      where turn_id = t.id order by case state when 'kept' then path else id end, number desc) a
  ), '[]'::json)`;

interface NewArtifacts {
  readonly turnId: string;
  /** The tool call that made them; undefined where there was none. */
  readonly callId?: string | undefined;
  readonly files: readonly (MadeArtifact & { readonly blob: string | undefined })[];
  readonly undelivered: readonly UndeliveredFile[];
}

/** What has no id gets one, so that the same is stored again where the first answer was lost. */
export function withIds(
  files: readonly FileOfTurn[],
  newId: () => string,
): Pick<NewArtifacts, 'files' | 'undelivered'> {
  return {
    files: files.flatMap((file) => {
      if (file.state === 'failed') return [];
      const { name, path, kind, mediaType, bytes, blob } = file;
      return [{ id: file.id ?? newId(), name, path, kind, mediaType, bytes, blob }];
    }),
    undelivered: files.filter((file) => file.state === 'failed'),
  };
}

/**
 * What skills made in a turn becomes the session's (ART-04, CTX-05); made again, a file is the newest. Done twice, it
 * changes nothing.
 */
export function madeFiles({
  turnId,
  callId,
  files,
  undelivered,
}: NewArtifacts): Statement & { readonly values: unknown[] } {
  const made = files.map((file) => ({
    id: file.id,
    name: storable(file.name),
    path: storable(file.path),
    kind: file.kind,
    media_type: file.mediaType,
    bytes: file.bytes,
    blob: file.blob ?? null,
  }));
  const failed = undelivered.map(({ id, name, reason }) => ({
    id,
    name: storable(name),
    zh: storable(reason.zh),
    en: storable(reason.en),
  }));
  return {
    name: 'artifacts-made',
    text: `with made as (
        select * from rows from (json_to_recordset($2) as (id text, name text, path text, kind text,
          media_type text, bytes bigint, blob text)) with ordinality
          as f (id, name, path, kind, media_type, bytes, blob, place)),
      failed as (
        select * from rows from (json_to_recordset($3) as (id text, name text, zh text, en text))
          with ordinality as f (id, name, zh, en, place)),
      told as (
        insert into platform.artifacts (id, org_id, role_id, session_id, turn_id, call_id, name, path, kind,
          media_type, bytes, blob, state, reason)
        select f.id, t.org_id, s.role_id, t.session_id, t.id, $4, f.name, f.path, f.kind, f.media_type, f.bytes,
          f.blob, f.state, f.reason
        from platform.turns t join platform.sessions s on s.id = t.session_id, (
          select id, name, path, kind, media_type, bytes, blob, 'kept' as state, null as reason, place
            from made
          union all
          select f.id, f.name, '', 'file', '', 0, null, 'failed',
              case t.language when 'zh' then f.zh else f.en end, 1000000 + f.place
            from failed f, platform.turns t where t.id = $1) f
        where t.id = $1 order by f.place
        on conflict (id) do nothing)
      insert into platform.attachments
        (id, org_id, session_id, name, path, kind, media_type, bytes, is_made)
      select f.id, t.org_id, t.session_id, f.name, f.path, f.kind, f.media_type, f.bytes, true
      from platform.turns t, made f where t.id = $1
      on conflict (session_id, path) do update
        set bytes = excluded.bytes, media_type = excluded.media_type, kind = excluded.kind,
          created_at = clock_timestamp()`,
    values: [turnId, JSON.stringify(made), JSON.stringify(failed), callId ?? null],
  };
}
