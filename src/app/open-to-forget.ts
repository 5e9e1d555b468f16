// Opens an instance whose key is lost, which nothing else does, to forget what that key sealed.

import { randomBytes, randomUUID } from 'node:crypto';
import { createAccounts, type Org, type Page } from '#features/accounts/index.ts';
import {
  forgetSecrets,
  forgettableSecrets,
  refuseToForget,
  type ForgottenSecrets,
} from '#features/configuration/index.ts';
import { openDatabase, type Database } from '#system/database/database.ts';
import { migrate } from '#system/database/migrate.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import type { Settings } from '#system/settings.ts';
import { PLATFORM_MIGRATIONS } from './platform-migrations.ts';
import { postgresParts } from './postgres-parts.ts';
import { refuseWhileServed } from './refuse-while-served.ts';

export interface OpenToForget {
  readonly values: number;
  readonly ownSecrets: number;
  readonly providerKeys: readonly { readonly org: string; readonly providers: readonly string[] }[];
  forget(): Promise<ForgottenSecrets>;
  close(): Promise<void>;
}

/** Throws `conflict` where the key is here after all, or another program works on the instance. */
export async function openToForget(settings: Settings): Promise<OpenToForget> {
  const postgres = await openPostgres(postgresParts(settings));
  const database = openDatabase(postgres.address, { poolSize: 2 });
  const close = async (): Promise<void> => {
    await database.close();
    await postgres.stop();
  };
  const { secretKey, dataFolder } = settings;
  const parts = { database, secretKey, dataFolder, now: () => new Date() };
  try {
    await refuseWhileServed(database, 'forget-secrets');
    await migrate(database, PLATFORM_MIGRATIONS);
    await refuseToForget(parts);
    const { values, ownSecrets, providerKeys } = await forgettableSecrets(database);
    return {
      values,
      ownSecrets,
      providerKeys: await byOrganisation(database, providerKeys),
      forget: () => forgetSecrets(parts),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function byOrganisation(
  database: Database,
  keys: readonly { readonly orgId: string; readonly provider: string }[],
): Promise<OpenToForget['providerKeys']> {
  const { orgs } = createAccounts({
    database,
    newId: randomUUID,
    randomToken: () => randomBytes(32).toString('base64url'),
  });
  const grouped = Map.groupBy(keys, ({ orgId }) => orgId);
  const names = new Map<string, string>();
  let after: string | null = null;
  do {
    const page: Page<Org> = await orgs.all({ limit: 200, after: after ?? undefined });
    for (const { id, name } of page.items) names.set(id, name);
    after = page.next;
  } while (after !== null);
  return [...grouped].map(([orgId, own]) => ({
    org: names.get(orgId) ?? orgId,
    providers: own.map(({ provider }) => provider),
  }));
}
