// What a model is given of the turns before: put together from what was stored, always as a provider accepts it.

import type { JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import { hasSucceeded, type CallState } from '#features/agents/index.ts';
import type { AssistantPart, ModelMessage, ToolResult } from '#features/models/index.ts';
import { settleFailure } from '#features/results/index.ts';
import type { Database } from '#system/database/database.ts';
import { turnAttachment, type StoredTurnAttachment, type TurnAttachment } from './attachments.ts';
import type { TurnOrigin } from './turn-origin.ts';

/** How a message that was said is told to a model. */
export type SaidMessage = (said: {
  readonly text: string;
  readonly attachments: readonly TurnAttachment[];
}) => ModelMessage;

interface StoredTurn {
  readonly origin: TurnOrigin;
  readonly text: string;
  readonly attachments: readonly StoredTurnAttachment[];
  readonly language: Language;
  readonly answers: readonly StoredAnswer[];
}

interface StoredAnswer {
  readonly parts: readonly AssistantPart[];
  /** In any order; perhaps without some, where the process went away. */
  readonly calls: readonly StoredCall[];
}

interface StoredCall {
  readonly id: string;
  readonly state: CallState;
  readonly result: JsonValue;
}

/** Every call has exactly one result, and no turn ends with a question or a result. */
function messagesOf(turn: StoredTurn, saidMessage: SaidMessage): readonly ModelMessage[] {
  const messages = [questionOf(turn, saidMessage)];
  for (const answer of turn.answers) {
    messages.push({ role: 'assistant', parts: answer.parts });
    const results = resultsOf(answer, turn.language);
    if (results.length > 0) messages.push({ role: 'tool', results });
  }
  if (messages.at(-1)?.role === 'assistant') return messages;
  const text = turnTexts.interrupted([], [])[turn.language];
  return [...messages, { role: 'assistant', parts: [{ type: 'text', text }] }];
}

/** Nobody asked for what was pushed; but providers want question and answer by turns. */
function questionOf(turn: StoredTurn, saidMessage: SaidMessage): ModelMessage {
  const { origin, text, attachments, language } = turn;
  return origin === 'push'
    ? { role: 'user', text: turnTexts.pushed()[language] }
    : saidMessage({ text, attachments: attachments.map(turnAttachment) });
}

function resultsOf({ parts, calls }: StoredAnswer, language: Language): readonly ToolResult[] {
  const stored = new Map(calls.map((call) => [call.id, call]));
  return parts.flatMap((part) => {
    if (part.type !== 'tool-call') return [];
    const { id, name } = part;
    const call = stored.get(id);
    return [
      call?.result === undefined || call.result === null
        ? { id, name, output: lostResult(name, call?.state, language), isError: true }
        : { id, name, output: call.result, isError: !hasSucceeded(call.state) },
    ];
  });
}

/** Of a call whose process went away. */
export function lostResult(
  tool: string,
  state: CallState | undefined,
  language: Language,
): ReturnType<typeof settleFailure>['envelope'] {
  const text =
    state === 'running' ? turnTexts.callMayHaveRun(tool) : turnTexts.callNotStarted(tool);
  return settleFailure({ error: text[language] }, { skill: tool, language }).envelope;
}

interface HistoryRequest {
  readonly leastChars: number;
  /** The text alone where it is left out. */
  readonly saidMessage?: SaidMessage | undefined;
}

function plainMessage({ text }: { readonly text: string }): ModelMessage {
  return { role: 'user', text };
}

/**
 * The newest turns before `turnId` in its session that are not superseded: as many as hold `leastChars` characters
 * together, and one more, so that who fits them into a budget sees that there were more.
 */
export async function readHistory(
  database: Database,
  turnId: string,
  { leastChars, saidMessage = plainMessage }: HistoryRequest,
): Promise<readonly ModelMessage[]> {
  const rows = await database.again(() =>
    database.run({
      name: 'turn-history',
      text: `with this as (select session_id, number from platform.turns where id = $1),
        earlier as (
          select t.id, t.number, t.origin, t.text, t.attachments, t.language,
            sum(t.chars) over (order by t.number desc) - t.chars as newer
          from platform.turns t, this
          where t.session_id = this.session_id and t.number < this.number
            and t.superseded_at is null and t.state in ('done', 'interrupted')
            -- The platform's own word, not the role's.
            and t.reason is distinct from 'refused' and t.origin <> 'command')
        select e.origin, e.text, e.attachments, e.language, coalesce((
            select json_agg(json_build_object('parts', a.parts, 'calls', coalesce((
                select json_agg(json_build_object('id', c.id, 'state', c.state, 'result', c.result))
                from platform.calls c where c.turn_id = a.turn_id and c.position = a.position
              ), '[]'::json)) order by a.position)
            from platform.turn_answers a where a.turn_id = e.id), '[]'::json) as answers
        from earlier e where e.newer <= $2 order by e.number`,
      values: [turnId, leastChars],
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as this feature wrote it
  return (rows as unknown as readonly StoredTurn[]).flatMap((turn) =>
    messagesOf(turn, saidMessage),
  );
}
