// Where each turn begins in its session's stream; calls that gave a part of what was asked.

import { sql, type Kysely } from 'kysely';
import { ACCEPT_TURN, ADD_UPLOAD } from './turn-functions.ts';

/** Turns from before are followed from the start of their stream. */
export async function followTurns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table platform.turns add column after_seq bigint not null default 0`.execute(db);
  await sql`alter table platform.turns alter column after_seq drop default`.execute(db);
  await sql`
        alter table platform.calls drop constraint calls_state_check,
          add constraint calls_state_check check (
            state in ('open', 'running', 'done', 'partial', 'failed', 'refused', 'aborted'))`.execute(
    db,
  );
  // What they give has changed: a function that is there can't be replaced then.
  await sql`drop function if exists platform.accept_turn(json, integer)`.execute(db);
  await ACCEPT_TURN.execute(db);
  await sql`drop function if exists platform.add_upload(json, integer, bigint)`.execute(db);
  await ADD_UPLOAD.execute(db);
}
