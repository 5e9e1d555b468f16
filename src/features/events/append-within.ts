// One event in a transaction of the caller's: it is told when that is committed, and only then.

import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { EventPlace } from './event-log.ts';
import { eventText } from './event-text.ts';

/** What waits in this process to be stored comes behind it: flush the session first. */
export async function appendWithin(
  client: PoolClient,
  { sessionId, orgId, turnId }: EventPlace,
  event: ChatEvent,
): Promise<void> {
  const body: unknown = JSON.parse(eventText(event));
  const batch = [{ session: sessionId, org: orgId, turn: turnId, type: event.type, body }];
  await client.query('select platform.append_events($1, $2, false)', [
    JSON.stringify(batch),
    randomUUID(),
  ]);
}
