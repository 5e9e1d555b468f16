// Model providers' settings in PostgreSQL; a key goes in and never comes out but to the model's client.

import type { ClientBase } from 'pg';
import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import { configurationTexts } from '#contract/texts/configuration-texts.ts';
import type { Database } from '#system/database/database.ts';
import type { SecretBox } from '#system/secret-box.ts';
import { checkedProviderChange } from './check-provider-change.ts';
import {
  PROVIDERS,
  type ProviderAccess,
  type ProviderChange,
  type ProviderEntry,
  type ProviderName,
  type ProviderSettingsStore,
} from './provider-settings.ts';
import { CACHE_MS } from './resolve-configuration.ts';
import { placeOfProviderKey } from './sealed-places.ts';
import { sealingKeyId } from './secret-canary.ts';
import { createShortCache } from './short-cache.ts';

const MOST_CACHED = 1000;

export interface ProviderSettingsParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: () => Date;
  readonly onSecrets?: (secrets: readonly string[]) => void;
}

const ROW = z.object({
  provider: z.enum(PROVIDERS),
  base_url: z.string().nullable(),
  sealed_key: z.string().nullable(),
  models: z.array(z.string()).nullable(),
  updated_by: z.string(),
  updated_at: z.date(),
});
type Row = z.infer<typeof ROW>;
type Stored = Pick<Row, 'base_url' | 'sealed_key' | 'models'>;

export function createProviderSettings(parts: ProviderSettingsParts): ProviderSettingsStore {
  const { database, secrets } = parts;
  const cache = createShortCache<ProviderAccess | undefined>({
    now: parts.now,
    maxAgeMs: CACHE_MS,
    maxEntries: MOST_CACHED,
  });
  const list = async (orgId: string) => (await readRows(database, orgId)).map(entryOf);

  return {
    list,
    get: async (orgId, provider) => (await list(orgId)).find((each) => each.provider === provider),
    async set(orgId, provider, given) {
      const change = checkedProviderChange(given);
      if (typeof change.apiKey === 'string') parts.onSecrets?.([change.apiKey]);
      await database.transaction((client) => saveRow(client, { orgId, provider, change, secrets }));
      cache.clear();
    },
    async remove(orgId, provider) {
      await database.run({
        name: 'provider-settings-remove',
        text: 'delete from platform.provider_settings where org_id = $1 and provider = $2',
        values: [orgId, provider],
      });
      cache.clear();
    },
    async access(orgId, provider) {
      const found = await cache.get(JSON.stringify([orgId, provider]), async () => {
        const rows = await readRows(database, orgId);
        const row = rows.find((each) => each.provider === provider);
        return row === undefined ? undefined : accessOf(row, orgId, secrets);
      });
      if (found?.apiKey !== undefined) parts.onSecrets?.([found.apiKey]);
      return found;
    },
  };
}

async function readRows(database: Database, orgId: string): Promise<readonly Row[]> {
  const rows = await database.again(() =>
    database.run({
      name: 'provider-settings-list',
      text: `select provider, base_url, sealed_key, models, updated_by, updated_at
             from platform.provider_settings where org_id = $1 order by provider`,
      values: [orgId],
    }),
  );
  return rows.map((row) => ROW.parse(row));
}

function entryOf(row: Row): ProviderEntry {
  return {
    provider: row.provider,
    baseUrl: row.base_url ?? undefined,
    isKeySet: row.sealed_key !== null,
    models: row.models ?? undefined,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  };
}

function accessOf(row: Row, orgId: string, secrets: SecretBox): ProviderAccess {
  const place = placeOfProviderKey(orgId, row.provider);
  return {
    baseUrl: row.base_url ?? undefined,
    apiKey: row.sealed_key === null ? undefined : secrets.open(place, row.sealed_key),
    models: row.models ?? undefined,
  };
}

interface ProviderSave {
  readonly orgId: string;
  readonly provider: ProviderName;
  readonly change: ProviderChange;
  readonly secrets: SecretBox;
}

async function saveRow(client: ClientBase, save: ProviderSave): Promise<void> {
  const { orgId, provider, change } = save;
  // Before the row itself, as a rotation takes them.
  const keyId = await sealingKeyId(client);
  const { rows } = await client.query<Stored>(
    `select base_url, sealed_key, models from platform.provider_settings
     where org_id = $1 and provider = $2 for update`,
    [orgId, provider],
  );
  const stored = rows[0] ?? { base_url: null, sealed_key: null, models: null };
  const baseUrl = change.baseUrl === undefined ? stored.base_url : change.baseUrl;
  refuseMovedKey(stored, baseUrl, change);
  await client.query(
    `insert into platform.provider_settings
       (org_id, provider, base_url, sealed_key, models, updated_by)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, provider) do update
       set base_url = excluded.base_url, sealed_key = excluded.sealed_key,
           models = excluded.models, updated_by = excluded.updated_by, updated_at = now()`,
    [
      orgId,
      provider,
      baseUrl,
      sealedKeyOf(save, stored, keyId),
      change.models === undefined ? stored.models : change.models,
      change.by,
    ],
  );
}

/** Whoever may change the address must not be able to have the key sent to a server of theirs. */
function refuseMovedKey(stored: Stored, baseUrl: string | null, { apiKey }: ProviderChange): void {
  const isMoved = stored.sealed_key !== null && baseUrl !== stored.base_url;
  if (!isMoved || apiKey !== undefined) return;
  throw new AppError('input-invalid', configurationTexts.keyNeededAgain());
}

function sealedKeyOf(
  { orgId, provider, change, secrets }: ProviderSave,
  stored: Stored,
  keyId: string | undefined,
): string | null {
  if (change.apiKey === undefined) return stored.sealed_key;
  if (change.apiKey === null) return null;
  return secrets.seal(placeOfProviderKey(orgId, provider), change.apiKey, keyId);
}
