// Secrets that the program makes for itself: the same in every server of a database, sealed at rest.

import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Database } from '#system/database/database.ts';
import type { SecretBox, SecretPlace } from '#system/secret-box.ts';
import type { Reseal, SealedTable } from './sealed-tables.ts';
import { sealingKeyId } from './secret-canary.ts';

const SECRET_BYTES = 32;

/** 32 random bytes, made at the first call; two processes at once end with the same. */
export async function instanceSecret(
  database: Database,
  box: SecretBox,
  name: string,
): Promise<Buffer> {
  const place = placeOf(name);
  const made = randomBytes(SECRET_BYTES).toString('base64');
  const sealed = await database.transaction(async (client) => {
    // In a transaction of its own, so that a rotation waits and no value stays behind with a dropped key.
    const keyId = await sealingKeyId(client);
    const { rows } = await client.query<{ readonly sealed: string }>(
      // The update changes nothing: it makes the row that was there come back.
      `insert into platform.instance_secrets as kept (name, sealed) values ($1, $2)
       on conflict (name) do update set name = excluded.name returning kept.sealed`,
      [name, box.seal(place, made, keyId)],
    );
    return rows[0]?.sealed ?? '';
  });
  return Buffer.from(box.open(place, sealed), 'base64');
}

export const INSTANCE_SECRETS_TABLE: SealedTable = { resealAll, forgetAll };

/** The next that asks for one makes it anew. */
async function forgetAll(client: ClientBase): Promise<void> {
  await client.query('delete from platform.instance_secrets');
}

async function resealAll(client: ClientBase, reseal: Reseal): Promise<number> {
  const { rows } = await client.query<{ readonly name: string; readonly sealed: string }>(
    'select name, sealed from platform.instance_secrets',
  );
  for (const { name, sealed } of rows) {
    await client.query('update platform.instance_secrets set sealed = $2 where name = $1', [
      name,
      reseal(placeOf(name), sealed),
    ]);
  }
  return rows.length;
}

function placeOf(name: string): SecretPlace {
  return ['instance_secrets', name];
}
