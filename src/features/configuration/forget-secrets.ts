// Where the key is lost for good: what it sealed is forgotten, and a new key takes its place.

import { accessSync, constants, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { AppError } from '#base/app-error.ts';
import { secretTexts } from '#contract/texts/configuration-texts.ts';
import type { Database } from '#system/database/database.ts';
import { createSecretBox } from '#system/secret-box.ts';
import { openSecretKeys } from '#system/secret-key.ts';
import { examineKey, type ExamineKeyParts } from './examine-key.ts';
import { INSTANCE_SECRETS_TABLE } from './instance-secrets.ts';
import { CONFIGURATION_TABLES } from './sealed-tables.ts';
import { KEY_LOCK, writeCanary } from './secret-canary.ts';

export interface ForgettableSecrets {
  /** Skills' values that are stored encrypted. */
  readonly values: number;
  readonly providerKeys: readonly { readonly orgId: string; readonly provider: string }[];
  /** Made by the program for itself: it makes them anew. */
  readonly ownSecrets: number;
}

export interface ForgetSecretsParts extends ExamineKeyParts {
  readonly now: () => Date;
}

export interface ForgottenSecrets {
  readonly keyId: string;
  /** Where a key file that does not open the database was moved to. */
  readonly movedTo: string | undefined;
}

export async function forgettableSecrets(database: Database): Promise<ForgettableSecrets> {
  const [counts] = await database.run({
    name: '',
    text: `select (select count(*)::int from platform.configurations where sealed is not null) as values,
                  (select count(*)::int from platform.instance_secrets) as own`,
    values: [],
  });
  const keys = await database.run({
    name: '',
    text: `select org_id, provider from platform.provider_settings
           where sealed_key is not null order by org_id, provider`,
    values: [],
  });
  return {
    values: Number(counts?.['values'] ?? 0),
    ownSecrets: Number(counts?.['own'] ?? 0),
    providerKeys: keys.map((row) => ({
      orgId: String(row['org_id']),
      provider: String(row['provider']),
    })),
  };
}

/** Throws `conflict` where the key is here after all: then nothing is lost. */
export async function refuseToForget(parts: ExamineKeyParts): Promise<void> {
  refuseUnreadable(join(parts.dataFolder, 'secret.key'));
  const state = await examineKey(parts);
  if (state.status !== 'lost') throw new AppError('conflict', secretTexts.keyNotLost());
}

/**
 * All or nothing. A key file that is there is moved aside first, never deleted; stopped after that, the next call goes
 * on. Throws as `refuseToForget`.
 */
export async function forgetSecrets(parts: ForgetSecretsParts): Promise<ForgottenSecrets> {
  await refuseToForget(parts);
  const { database, secretKey: variable, dataFolder } = parts;
  return database.transaction(async (client) => {
    await client.query(`select pg_advisory_xact_lock(${KEY_LOCK})`);
    for (const table of [...CONFIGURATION_TABLES, INSTANCE_SECRETS_TABLE]) {
      await table.forgetAll(client);
    }
    const movedTo = variable === undefined ? moveAside(dataFolder, parts.now()) : undefined;
    const keyId = await takeNewKey(client, { variable, dataFolder });
    return { keyId, movedTo };
  });
}

async function takeNewKey(
  client: ClientBase,
  given: { readonly variable: string | undefined; readonly dataFolder: string },
): Promise<string> {
  const keys = openSecretKeys({ ...given, usedKeyId: undefined });
  const { id } = keys.current();
  await writeCanary(client, createSecretBox(keys), id);
  return id;
}

/** A key that another user of the machine could read is not lost. */
function refuseUnreadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === 'ENOENT') return;
    throw new AppError('conflict', secretTexts.keyFileRefused(file, code), { cause });
  }
}

/** Perhaps another database's: it is somebody's to look at. */
function moveAside(dataFolder: string, at: Date): string | undefined {
  const file = join(dataFolder, 'secret.key');
  const aside = `${file}.replaced-${at.toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    renameSync(file, aside);
    return aside;
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === 'ENOENT') return undefined;
    throw new AppError('secret-unreadable', secretTexts.keyFileRefused(file, code), { cause });
  }
}

function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
