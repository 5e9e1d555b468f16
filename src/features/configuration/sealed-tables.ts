// What these tables hold sealed: sealed anew when the key is rotated, forgotten when it is lost.

import type { ClientBase } from 'pg';
import type { SecretPlace } from '#system/secret-box.ts';
import type { ConfigurationPlace } from './configuration.ts';
import { placeOfProviderKey, placeOfValue } from './sealed-places.ts';

/** A table with sealed values; other features that have one hand theirs to `openSecrets`. */
export interface SealedTable {
  /** Seals every value anew in `client`'s transaction and says how many there were. */
  resealAll(client: ClientBase, reseal: Reseal): Promise<number>;
  /** Takes every sealed value away in `client`'s transaction: its key is lost. */
  forgetAll(client: ClientBase): Promise<void>;
}

export type Reseal = (place: SecretPlace, sealed: string) => string;

export const CONFIGURATION_TABLES: readonly SealedTable[] = [
  { resealAll: resealConfigurations, forgetAll: forgetConfigurations },
  { resealAll: resealProviders, forgetAll: forgetProviderKeys },
];

async function forgetConfigurations(client: ClientBase): Promise<void> {
  await client.query('delete from platform.configurations where sealed is not null');
}

/** The address and the models stay: they are no secret. */
async function forgetProviderKeys(client: ClientBase): Promise<void> {
  await client.query(
    'update platform.provider_settings set sealed_key = null where sealed_key is not null',
  );
}

interface SealedValueRow {
  readonly org_id: string;
  readonly skill: string;
  readonly layer: ConfigurationPlace['layer'];
  readonly layer_id: string;
  readonly name: string;
  readonly sealed: string;
}

async function resealConfigurations(client: ClientBase, reseal: Reseal): Promise<number> {
  const { rows } = await client.query<SealedValueRow>(
    `select org_id, skill, layer, layer_id, name, sealed from platform.configurations
     where sealed is not null`,
  );
  const sealed = rows.map((row) =>
    reseal(placeOfValue({ ...row, orgId: row.org_id, layerId: row.layer_id }), row.sealed),
  );
  await client.query(
    `update platform.configurations as saved set sealed = given.sealed
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       as given (org_id, skill, layer, layer_id, name, sealed)
     where (saved.org_id, saved.skill, saved.layer, saved.layer_id, saved.name)
       = (given.org_id, given.skill, given.layer, given.layer_id, given.name)
       and saved.sealed is not null`,
    [
      rows.map((row) => row.org_id),
      rows.map((row) => row.skill),
      rows.map((row) => row.layer),
      rows.map((row) => row.layer_id),
      rows.map((row) => row.name),
      sealed,
    ],
  );
  return rows.length;
}

async function resealProviders(client: ClientBase, reseal: Reseal): Promise<number> {
  const { rows } = await client.query<{
    readonly org_id: string;
    readonly provider: string;
    readonly sealed_key: string;
  }>(
    `select org_id, provider, sealed_key from platform.provider_settings
     where sealed_key is not null`,
  );
  await client.query(
    `update platform.provider_settings as saved set sealed_key = given.sealed
     from unnest($1::text[], $2::text[], $3::text[]) as given (org_id, provider, sealed)
     where (saved.org_id, saved.provider) = (given.org_id, given.provider)
       and saved.sealed_key is not null`,
    [
      rows.map((row) => row.org_id),
      rows.map((row) => row.provider),
      rows.map((row) => reseal(placeOfProviderKey(row.org_id, row.provider), row.sealed_key)),
    ],
  );
  return rows.length;
}
