// The last event of a turn's stream, in the transaction that ends the turn.

import type { PoolClient } from 'pg';
import type { ChatEvent } from '#contract/chat-events.ts';

export interface StreamPlace {
  readonly org_id: string;
  readonly session_id: string;
}

/** Who reads the stream is told when the transaction is committed. `batchName` is unlike any other. */
export async function appendEvent(
  client: PoolClient,
  place: StreamPlace,
  given: { readonly turnId: string; readonly event: ChatEvent; readonly batchName: string },
): Promise<void> {
  const { turnId, event, batchName } = given;
  const batch = [
    {
      session: place.session_id,
      org: place.org_id,
      turn: turnId,
      type: event.type,
      body: event,
    },
  ];
  await client.query('select platform.append_events($1, $2, false)', [
    JSON.stringify(batch),
    batchName,
  ]);
}
