// Who a turn comes from.

import { sql, type Kysely } from 'kysely';
import { FINISH_TURN } from './turn-functions.ts';

/**
 * `push`: the platform said something by itself, and nobody asked. `command`: the platform answered a person itself,
 * without a model, which never sees it.
 */
export type TurnOrigin = 'person' | 'push' | 'command';

export async function addTurnOrigin(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table platform.turns add column origin text not null default 'person'
      check (origin in ('person', 'push', 'command'))`.execute(db);
  await FINISH_TURN.execute(db);
}
