// The ledger of a turn's tool calls in PostgreSQL: what the model said, and each call's way to its one result.

import { AppError } from '#base/app-error.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { CallLedger, CallState, LedgerCall } from '#features/agents/index.ts';
import type { AssistantPart } from '#features/models/index.ts';
import type { Database } from '#system/database/database.ts';

export interface CallRecord extends CallLedger {
  /** Answers that were stored: the place of the next one. */
  answers(): number;
  /** Characters of all results that were stored. */
  resultChars(): number;
}

interface StepCall {
  readonly id: string;
  readonly index: number;
  readonly tool: string;
  state: CallState;
  result: string | null;
}

/** A step whose calls have not been touched yet: a process that goes away now has said nothing that counts. */
interface UnsentStep {
  readonly position: number;
  readonly answer: readonly AssistantPart[];
  readonly calls: readonly StepCall[];
}

/**
 * Every write is for a turn that still runs under the caller's lease; else `conflict` is thrown, and nothing was
 * written. A lost connection is waited for. A step is stored with the first change of its calls, in one statement.
 */
export function createCallRecord(database: Database, turnId: string): CallRecord {
  let unsent: UnsentStep | undefined;
  /** Calls of one step start side by side: none is moved before the step is there. */
  let sending: Promise<void> = Promise.resolve();
  let position = 0;
  let resultChars = 0;

  const sendWith = (step: UnsentStep): Promise<void> => {
    unsent = undefined;
    sending = database.again(() => putStep(database, turnId, step));
    return sending;
  };
  const change = async (id: string, state: CallState, result: string | null): Promise<void> => {
    const call = unsent?.calls.find((each) => each.id === id);
    if (unsent !== undefined && call !== undefined) {
      call.state = state;
      call.result = result;
      await sendWith(unsent);
      return;
    }
    await sending;
    await database.again(() => moveCall(database, [turnId, id, state, result]));
  };

  return {
    async open(calls, answer) {
      if (unsent !== undefined) await sendWith(unsent);
      unsent = { position, answer, calls: calls.map(openedCall) };
      position += 1;
    },
    start: (id) => change(id, 'running', null),
    settle(id, state, result) {
      const text = JSON.stringify(result);
      resultChars += text.length;
      return change(id, state, text);
    },
    async late(id, result) {
      await database.run({
        name: 'call-late',
        text: `update platform.calls set late_result = $3
          where turn_id = $1 and id = $2 and state = 'aborted' and late_result is null`,
        values: [turnId, id, JSON.stringify(result)],
      });
    },
    answers: () => position,
    resultChars: () => resultChars,
  };
}

function openedCall({ id, tool }: LedgerCall, index: number): StepCall {
  return { id, index, tool: storable(tool), state: 'open', result: null };
}

async function putStep(database: Database, turnId: string, step: UnsentStep): Promise<void> {
  // What is in an update of the same rows is what the row was given: done twice, it changes nothing.
  const rows = await database.run({
    name: 'step-put',
    // Locked, the turn is not ended meanwhile by who takes it over: that one would not see these calls.
    text: `with alive as (
        select 1 from platform.turns where id = $1 and state = 'running' for share),
      answer as (insert into platform.turn_answers (turn_id, position, parts)
        select $1, $2, $3 from alive on conflict do nothing)
      insert into platform.calls
        (turn_id, id, position, index, tool, state, result, started_at, ended_at)
      select $1, c.id, $2, c.index, c.tool, c.state, c.result::json,
        case when c.state = 'running' then now() end,
        case when c.state not in ('open', 'running') then now() end
      from alive, json_to_recordset($4)
        as c (id text, index integer, tool text, state text, result text)
      on conflict (turn_id, id) do update set state = excluded.state
        where calls.state = excluded.state or calls.state = 'open'
      returning id`,
    values: [turnId, step.position, JSON.stringify(step.answer), JSON.stringify(step.calls)],
  });
  if (rows.length < step.calls.length) throw taken();
}

async function moveCall(
  database: Database,
  values: readonly [turnId: string, id: string, state: CallState, result: string | null],
): Promise<void> {
  const rows = await database.run({
    name: 'call-move',
    text: `with alive as materialized (
        select 1 from platform.turns where id = $1 and state = 'running' for share)
      update platform.calls set state = $3::text,
        -- One that has ended has its result: another one perhaps, which took this one's place meanwhile.
        result = case when state in ('open', 'running') then coalesce($4::json, result) else result end,
        started_at = case when $3 = 'running' then now() else started_at end,
        ended_at = case when $3 = 'running' then null else coalesce(ended_at, now()) end
      where turn_id = $1 and id = $2 and (state in ('open', 'running') or state = $3)
        and (select count(*) from alive) = 1
      returning id`,
    values,
  });
  if (rows.length > 0) return;
  const [turn] = await database.run({
    name: 'turn-state',
    text: 'select state from platform.turns where id = $1',
    values: [values[0]],
  });
  // A call that has ended stays as it is; a turn that has not is still ours.
  if (turn?.['state'] !== 'running') throw taken();
}

function taken(): AppError {
  return new AppError('conflict', turnTexts.taken());
}

/** PostgreSQL's `text` has no NUL. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed();
}
