// Values as they are saved, read to be sealed: somebody says afterwards that they are secret.

import type { ClientBase } from 'pg';
import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import type { JsonValue } from '#base/json.ts';
import { configurationTexts } from '#contract/texts/configuration-texts.ts';
import type { SecretBox } from '#system/secret-box.ts';
import { SECRECIES, type CheckedValue } from './check-change.ts';
import type { PlaceKey } from './list-configuration.ts';
import { placeOfValue } from './sealed-places.ts';

const SAVED_ROW = z.object({
  name: z.string(),
  secrecy: z.enum(SECRECIES),
  value: z.json(),
  sealed: z.string().nullable(),
});

/** Those that are not whole secrets yet. Throws `request-invalid` for a name that is not saved in this place. */
export async function savedAs(
  client: ClientBase,
  { key, secrets }: { readonly key: PlaceKey; readonly secrets: SecretBox },
  names: readonly string[],
): Promise<readonly CheckedValue[]> {
  if (names.length === 0) return [];
  const found = await client.query(
    `select name, secrecy, value, sealed from platform.configurations
     where org_id = $1 and skill = $2 and layer = $3 and layer_id = $4 and name = any($5)
     order by name`,
    [key.orgId, key.skill, key.layer, key.layerId, names],
  );
  const rows = found.rows.map((row) => SAVED_ROW.parse(row));
  const saved = new Set(rows.map(({ name }) => name));
  const unknown = names.find((name) => !saved.has(name));
  if (unknown !== undefined) {
    throw new AppError('request-invalid', configurationTexts.secretUnknown(unknown));
  }
  return rows
    .filter(({ secrecy }) => secrecy !== 'whole')
    .map(({ name, value, sealed }) => {
      const plain: JsonValue =
        sealed === null ? value : JSON.parse(secrets.open(placeOfValue({ ...key, name }), sealed));
      return { name, value: plain, json: JSON.stringify(plain), secrecy: 'whole' };
    });
}
