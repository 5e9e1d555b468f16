// What a person sees of a session: its turns, with what was called and what came of it.

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { CallState } from '#features/agents/index.ts';
import type { AssistantPart } from '#features/models/index.ts';
import type { Database } from '#system/database/database.ts';
import { TURN_ARTIFACTS, type TurnArtifact } from './artifacts.ts';
import { turnAttachment, type StoredTurnAttachment, type TurnAttachment } from './attachments.ts';
import type { TurnState } from './conversation-tables.ts';
import type { TurnOrigin } from './turn-origin.ts';

export interface TurnView {
  readonly id: string;
  /** Grows within the session; for `before`. */
  readonly number: number;
  readonly sessionId: string;
  readonly personId: string | null;
  readonly origin: TurnOrigin;
  /** Blank in a turn without a question. */
  readonly text: string;
  readonly attachments: readonly TurnAttachment[];
  readonly state: TurnState;
  readonly reason: string | null;
  /** As a person got it; null until the turn has ended. */
  readonly reply: string | null;
  readonly createdAt: Date;
  /** Model–tool rounds, and counted failures (GRD-05); null until it has ended. */
  readonly rounds: number | null;
  readonly failures: number | null;
  /** Skills that were banned in it. */
  readonly banned: readonly string[];
  /** What skills made in it, the newest last. */
  readonly artifacts: readonly TurnArtifact[];
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly isSuperseded: boolean;
  readonly calls: readonly CallView[];
}

export interface CallView {
  readonly id: string;
  /** What the model said right before it; blank for all but the first call of a step. */
  readonly said: string;
  readonly tool: string;
  /** As the model wrote them. */
  readonly arguments: string;
  readonly state: CallState;
  readonly result: JsonObject | null;
  readonly durationMs: number | null;
}

export interface TurnViews {
  /** Superseded ones are left out. */
  list(orgId: string, sessionId: string, page: TurnPage): Promise<readonly TurnView[]>;
  /**
   * Where to follow the session's stream from: whoever reads the turns after this misses nothing of those that have
   * not ended, and of those that have the turn itself tells all.
   */
  followFrom(orgId: string, sessionId: string): Promise<number>;
  /** Throws `not-found`. */
  get(orgId: string, turnId: string): Promise<TurnView>;
}

interface TurnPage {
  readonly order: 'newest' | 'oldest';
  /** The last number of the page before. */
  readonly after?: number | undefined;
  /** 100 at most. */
  readonly limit: number;
}

const COLUMNS = `t.id, t.number, t.session_id as "sessionId", t.person_id as "personId", t.origin, t.text,
  t.attachments, t.state, t.reason, t.reply, t.rounds, t.failures, coalesce(t.banned, '[]') as banned, ${TURN_ARTIFACTS} as artifacts,
  t.created_at as "createdAt", t.started_at as "startedAt", t.ended_at as "endedAt",
  t.superseded_at is not null as "isSuperseded",
  coalesce((
    select json_agg(json_build_object('id', c.id, 'tool', c.tool, 'state', c.state, 'result', c.result,
        'durationMs', round(extract(epoch from c.ended_at - c.started_at) * 1000)
      ) order by c.position, c.index)
    from platform.calls c where c.turn_id = t.id), '[]'::json) as calls,
  coalesce((
    select json_agg(a.parts) from platform.turn_answers a
    where a.turn_id = t.id and exists (
      select 1 from platform.calls c where c.turn_id = t.id and c.position = a.position)
  ), '[]'::json) as answers`;

/** Answers are looked into here: PostgreSQL refuses to where a model wrote what its text can't hold. */
interface ViewRow extends Omit<TurnView, 'calls' | 'attachments'> {
  readonly attachments: readonly StoredTurnAttachment[];
  readonly calls: readonly Omit<CallView, 'arguments' | 'said'>[];
  readonly answers: readonly (readonly AssistantPart[])[];
}

function asView(row: Readonly<Record<string, unknown>>): TurnView {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
  const { calls, answers, ...turn } = row as unknown as ViewRow;
  const written = new Map(answers.flatMap(writtenCalls));
  return {
    ...turn,
    attachments: turn.attachments.map(turnAttachment),
    calls: calls.map((call) =>
      Object.assign({ ...(written.get(call.id) ?? { arguments: '', said: '' }) }, call),
    ),
  };
}

/** All that a message says comes before its calls run, wherever in it they stand. */
function writtenCalls(
  parts: readonly AssistantPart[],
): readonly (readonly [string, Pick<CallView, 'arguments' | 'said'>])[] {
  const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return parts
    .filter((part) => part.type === 'tool-call')
    .map(({ id, argumentsText }, index) => [
      id,
      { arguments: argumentsText, said: index === 0 ? said : '' },
    ]);
}

export function createTurnViews(database: Database): TurnViews {
  return {
    async list(orgId, sessionId, { order, after, limit }) {
      const rows = await database.run({
        name: `turn-views-${order}`,
        text: `select ${COLUMNS} from platform.turns t
          where t.session_id = $1 and t.org_id = $2 and t.superseded_at is null
            and ($3::bigint is null or t.number ${order === 'newest' ? '<' : '>'} $3)
          order by t.number ${order === 'newest' ? 'desc' : 'asc'} limit $4`,
        values: [sessionId, orgId, after ?? null, Math.min(Math.max(limit, 1), 101)],
      });
      return rows.map(asView);
    },
    async followFrom(orgId, sessionId) {
      const [row] = await database.run({
        name: 'turn-views-follow',
        text: `select coalesce(min(t.after_seq), platform.last_seq($1)) as seq from platform.turns t
          where t.session_id = $1 and t.org_id = $2 and t.state in ('queued', 'running')`,
        values: [sessionId, orgId],
      });
      return Number(row?.['seq'] ?? 0);
    },
    async get(orgId, turnId) {
      const [row] = await database.run({
        name: 'turn-view',
        text: `select ${COLUMNS} from platform.turns t where t.id = $1 and t.org_id = $2`,
        values: [turnId, orgId],
      });
      if (row === undefined) throw new AppError('not-found', turnTexts.noTurn());
      return asView(row);
    },
  };
}
