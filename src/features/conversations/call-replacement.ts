// The result of a call that went on in the background takes the placeholder's place (ASY-02).

import type { PoolClient } from 'pg';
import type { JsonObject } from '#base/json.ts';
import type { CallState } from '#features/agents/index.ts';

export interface CallReplacement {
  readonly orgId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly state: Exclude<CallState, 'open' | 'running'>;
  readonly result: JsonObject;
}

/**
 * In the transaction that ends the run. The turn may still be on its way, the call not settled yet: what is stored
 * later for that call changes nothing. Where the conversation is gone, nothing is done.
 */
export async function replaceCallResult(
  client: PoolClient,
  { orgId, turnId, callId, state, result }: CallReplacement,
): Promise<void> {
  // Everybody locks the session before its turns.
  await client.query(
    `select from platform.sessions where id = (
      select session_id from platform.turns where id = $1 and org_id = $2) for no key update`,
    [turnId, orgId],
  );
  await client.query(
    `with old as (
        select c.turn_id, c.id, coalesce(length(c.result::text), 0) as chars from platform.calls c
        join platform.turns t on t.id = c.turn_id
        where c.turn_id = $1 and c.id = $2 and t.org_id = $3 for update of c),
      told as (
        update platform.turns t set chars = t.chars + length($5::text) - old.chars from old
        where t.id = old.turn_id and t.ended_at is not null)
      update platform.calls c set state = $4, result = $5::json,
        started_at = coalesce(c.started_at, now()), ended_at = coalesce(c.ended_at, now())
      from old where c.turn_id = old.turn_id and c.id = old.id`,
    [turnId, callId, orgId, state, JSON.stringify(result)],
  );
}
