// Configuration in PostgreSQL: saving, listing and taking away. What a skill gets is merged in `resolve-configuration.ts`.

import type { ClientBase } from 'pg';
import { AppError } from '#base/app-error.ts';
import { secretsIn } from '#base/secret-values.ts';
import { configurationTexts } from '#contract/texts/configuration-texts.ts';
import type { Database } from '#system/database/database.ts';
import type { SecretBox } from '#system/secret-box.ts';
import {
  checkChange,
  checkSkill,
  isSealed,
  MOST_VALUES,
  type CheckedValue,
} from './check-change.ts';
import type { Configuration, ConfigurationPlace, ConfigurationTarget } from './configuration.ts';
import { createProviderSettings } from './create-provider-settings.ts';
import { listAll, listPlace, type PlaceKey } from './list-configuration.ts';
import { createResolver } from './resolve-configuration.ts';
import { savedAs } from './saved-values.ts';
import { placeOfValue } from './sealed-places.ts';
import { sealingKeyId } from './secret-canary.ts';

export interface ConfigurationParts {
  readonly database: Database;
  /** `Secrets.box` of `openSecrets`. */
  readonly secrets: SecretBox;
  readonly now: () => Date;
  /** Told of every secret before it is saved or given to anybody: for the log's mask. */
  readonly onSecrets?: (secrets: readonly string[]) => void;
}

export function createConfiguration(parts: ConfigurationParts): Configuration {
  const { database, secrets } = parts;
  const resolver = createResolver(parts);
  const removeNames = async (key: PlaceKey, names: readonly string[]) => {
    await database.transaction((client) => removeRows(client, key, names));
    resolver.clear();
  };

  return {
    async set(orgId, target, change) {
      const key = keyOf(orgId, target);
      const { values, removed, hidden } = checkChange(change);
      parts.onSecrets?.(
        values.flatMap(({ value, secrecy }) => secretsIn(value, secrecy === 'whole')),
      );
      await database.transaction(async (client) => {
        await lockSkill(client, key);
        const isSealing = hidden.length > 0 || values.some(isSealed);
        // Before any row, as a rotation takes them.
        const keyId = isSealing ? await sealingKeyId(client) : undefined;
        const sealing = { key, secrets, keyId };
        const found = await savedAs(client, sealing, hidden);
        parts.onSecrets?.(found.flatMap(({ value }) => secretsIn(value, true)));
        const stored = [...values, ...found].map((value) => storedValue(value, sealing));
        await removeRows(client, key, removed);
        await saveRows(client, key, { values: stored, by: change.by });
        await refuseSecondSpelling(
          client,
          key,
          values.map(({ name }) => name),
        );
        await refuseTooMany(client, key);
      });
      resolver.clear();
    },
    remove: (orgId, target, names) => removeNames(keyOf(orgId, target), names),
    async forget(orgId, place) {
      await database.run({
        name: 'configuration-forget',
        text: `delete from platform.configurations
               where org_id = $1 and layer = $2 and layer_id = $3`,
        values: [orgId, place.layer, layerIdOf(place)],
      });
      resolver.clear();
    },
    list: (orgId, target) => listPlace(database, keyOf(orgId, target)),
    listAll: (orgId, skill) => listAll(database, orgId, skill),
    resolve: (scope) => resolver.resolve(scope),
    providers: createProviderSettings(parts),
  };
}

function keyOf(orgId: string, { place, skill }: ConfigurationTarget): PlaceKey {
  checkSkill(skill);
  return { orgId, skill, layer: place.layer, layerId: layerIdOf(place) };
}

/** The organisation's own layer needs no id beside the organisation's. */
function layerIdOf(place: ConfigurationPlace): string {
  return place.layer === 'org' ? '' : place.id;
}

const AT_KEY = 'org_id = $1 and skill = $2 and layer = $3 and layer_id = $4';

function keyValues({ orgId, skill, layer, layerId }: PlaceKey): readonly string[] {
  return [orgId, skill, layer, layerId];
}

async function removeRows(
  client: ClientBase,
  key: PlaceKey,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const text = `delete from platform.configurations where ${AT_KEY} and name = any($5)`;
  await client.query(text, [...keyValues(key), names]);
}

interface StoredValue {
  readonly name: string;
  readonly secrecy: string;
  readonly json: string | null;
  readonly sealed: string | null;
}

interface Sealing {
  readonly key: PlaceKey;
  readonly secrets: SecretBox;
  readonly keyId: string | undefined;
}

function storedValue(value: CheckedValue, { key, secrets, keyId }: Sealing): StoredValue {
  if (!isSealed(value)) return { ...value, sealed: null };
  const place = placeOfValue({ ...key, name: value.name });
  return { ...value, json: null, sealed: secrets.seal(place, value.json, keyId) };
}

/** One change at a time, so that the limit and the spelling hold and no two changes wait for each other. */
async function lockSkill(client: ClientBase, { orgId, skill }: PlaceKey): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    JSON.stringify(['configuration', orgId, skill]),
  ]);
}

/** A value that was secret is replaced whole: nothing of the old one is left to show. */
async function saveRows(
  client: ClientBase,
  key: PlaceKey,
  { values, by }: { readonly values: readonly StoredValue[]; readonly by: string },
): Promise<void> {
  if (values.length === 0) return;
  await client.query(
    `insert into platform.configurations
       (org_id, skill, layer, layer_id, name, secrecy, value, sealed, updated_by)
     select $1, $2, $3, $4, name, secrecy, value::json, sealed, $9
     from unnest($5::text[], $6::text[], $7::text[], $8::text[])
       as given (name, secrecy, value, sealed)
     on conflict (org_id, skill, layer, layer_id, name) do update
       set secrecy = excluded.secrecy, value = excluded.value, sealed = excluded.sealed,
           updated_by = excluded.updated_by, updated_at = now()`,
    [
      ...keyValues(key),
      values.map((value) => value.name),
      values.map((value) => value.secrecy),
      values.map((value) => value.json),
      values.map((value) => value.sealed),
      by,
    ],
  );
}

/** A skill finds a value in upper case too, so two spellings would be one value with two answers. */
async function refuseSecondSpelling(
  client: ClientBase,
  { orgId, skill }: PlaceKey,
  names: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{
    readonly given: string;
    readonly saved: string;
    readonly layer: ConfigurationPlace['layer'];
  }>(
    `select given.name as given, saved.name as saved, saved.layer
     from unnest($3::text[]) as given (name)
       join platform.configurations as saved
         on saved.org_id = $1 and saved.skill = $2
           and upper(saved.name) = upper(given.name) and saved.name <> given.name
     order by saved.updated_at, saved.name desc limit 1`,
    [orgId, skill, names],
  );
  const [found] = rows;
  if (found === undefined) return;
  const text = configurationTexts.secondSpelling(skill, found);
  throw new AppError('conflict', text);
}

async function refuseTooMany(client: ClientBase, key: PlaceKey): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from platform.configurations where ${AT_KEY}`,
    [...keyValues(key)],
  );
  if ((rows[0]?.count ?? 0) <= MOST_VALUES) return;
  throw new AppError('limit-reached', configurationTexts.tooMany(key.skill, MOST_VALUES));
}
