// The last events of a turn's stream, in the transaction that ends the turn.

import type { PoolClient } from 'pg';
import type { ChatEvent } from '#contract/chat-events.ts';

export interface StreamPlace {
  readonly org_id: string;
  readonly session_id: string;
}

/** Who reads the stream is told when the transaction is committed. `batchName` is unlike any other. */
export function appendEvent(
  client: PoolClient,
  { org_id: orgId, session_id: sessionId }: StreamPlace,
  given: { readonly turnId: string; readonly event: ChatEvent; readonly batchName: string },
): Promise<void> {
  const { turnId, event, batchName } = given;
  return appendEvents(client, { orgId, sessionId, turnId }, { events: [event], batchName });
}

/** As `appendEvent`, in this order. */
export async function appendEvents(
  client: PoolClient,
  place: { readonly orgId: string; readonly sessionId: string; readonly turnId: string },
  { events, batchName }: { readonly events: readonly ChatEvent[]; readonly batchName: string },
): Promise<void> {
  const batch = events.map((event) => ({
    session: place.sessionId,
    org: place.orgId,
    turn: place.turnId,
    type: event.type,
    body: event,
  }));
  await client.query('select platform.append_events($1, $2, false)', [
    JSON.stringify(batch),
    batchName,
  ]);
}
