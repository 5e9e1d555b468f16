// One sealed row that tells which key the database's secrets are sealed with, and proves that the key is the right one.

import type { ClientBase } from 'pg';
import type { Database } from '#system/database/database.ts';
import type { SecretBox } from '#system/secret-box.ts';
import { CANARY_PLACE } from './sealed-places.ts';

const CANARY = 'qiao';

/** Held while a key is made or rotated, by one process at a time. */
export const KEY_LOCK = `hashtextextended('qiao secret key', 0)`;

/** Also told by any sealed value, should the canary be missing: a new key would make it unreadable. */
export async function usedKeyId(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ key_id: string | null }>(`
    select coalesce(
      (select key_id from platform.secret_canary),
      (select split_part(sealed, '.', 2) from platform.configurations where sealed is not null limit 1),
      (select split_part(sealed_key, '.', 2) from platform.provider_settings where sealed_key is not null limit 1),
      (select split_part(sealed, '.', 2) from platform.instance_secrets limit 1)
    ) as key_id`);
  return rows[0]?.key_id ?? undefined;
}

/**
 * The key to seal with, which stays the one until `client`'s transaction ends: a rotation waits for it. Undefined where
 * there is no canary.
 */
export async function sealingKeyId(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ key_id: string }>(
    'select key_id from platform.secret_canary for share',
  );
  return rows[0]?.key_id;
}

/** As `sealingKeyId` at this moment, without waiting for a rotation. */
export async function currentKeyId(database: Database): Promise<string | undefined> {
  const text = 'select key_id from platform.secret_canary';
  const [row] = await database.run({ name: 'secret-canary-key', text, values: [] });
  return row === undefined ? undefined : String(row['key_id']);
}

/** Throws `secret-unreadable` where the canary does not open. */
export async function checkCanary(client: ClientBase, box: SecretBox): Promise<void> {
  const { rows } = await client.query<{ sealed: string }>(
    'select sealed from platform.secret_canary',
  );
  const [canary] = rows;
  if (canary !== undefined) box.open(CANARY_PLACE, canary.sealed);
}

export async function writeCanary(
  client: ClientBase,
  box: SecretBox,
  keyId: string,
): Promise<void> {
  await client.query(
    `insert into platform.secret_canary (key_id, sealed) values ($1, $2)
     on conflict (is_only) do update
       set key_id = excluded.key_id, sealed = excluded.sealed, updated_at = now()`,
    [keyId, box.seal(CANARY_PLACE, CANARY, keyId)],
  );
}
