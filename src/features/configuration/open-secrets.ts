// The secrets of one database: opened with the right key or not at all, and sealed anew when the key is rotated.

import type { ClientBase } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { secretTexts } from '#contract/texts/configuration-texts.ts';
import { databaseFailure } from '#system/database/database-failure.ts';
import type { Database } from '#system/database/database.ts';
import { createSecretBox, type SecretBox } from '#system/secret-box.ts';
import { openSecretKeys, type KeySource, type SecretKeys } from '#system/secret-key.ts';
import { INSTANCE_SECRETS_TABLE } from './instance-secrets.ts';
import { CONFIGURATION_TABLES, type SealedTable } from './sealed-tables.ts';
import { checkCanary, currentKeyId, KEY_LOCK, usedKeyId, writeCanary } from './secret-canary.ts';

export interface SecretsParts {
  readonly database: Database;
  /** `QIAO_SECRET_KEY`. */
  readonly secretKey: string | undefined;
  readonly dataFolder: string;
  /** Of other features: a rotation seals them too. */
  readonly tables?: readonly SealedTable[];
  /** To rotate: the variable may hold another key than the one in force, which is then rotated to it. */
  readonly isToRotate?: boolean;
  /** Told once of each key that a stored value needs and that is not here, after the start. */
  readonly onUnknownKey?: (error: AppError) => void;
}

export interface Secrets {
  readonly box: SecretBox;
  /** For the operator, at the start. */
  readonly warnings: readonly Text[];
  /**
   * A new key for everything, in one transaction; stopped at any point, the next call goes on from there. Throws
   * `secret-unreadable` for a value that does not open (nothing is changed then), `conflict` where the key comes from
   * the variable and there is no new one in it.
   */
  rotate(): Promise<Rotation>;
  /** Throws `secret-unreadable` where the database's key was replaced by one that is not here. */
  check(): Promise<void>;
}

interface Rotation {
  /** Values that were sealed anew; 0 where an earlier rotation only had to drop the old key. */
  readonly resealed: number;
  readonly keyId: string;
  readonly keyFrom: KeySource;
}

/** Throws `secret-unreadable` with what to do where the key is lost or wrong: no new one is made then. */
export async function openSecrets(parts: SecretsParts): Promise<Secrets> {
  // One process at a time, so that two at their first start end with one key, also with two data folders.
  const { keys, box } = await parts.database.transaction(async (client) => {
    await client.query(`select pg_advisory_xact_lock(${KEY_LOCK})`);
    const used = await usedKeyId(client);
    const { secretKey: variable, dataFolder } = parts;
    const opened = openSecretKeys({
      variable,
      dataFolder,
      usedKeyId: used,
      allowsOtherVariable: parts.isToRotate === true,
    });
    const openedBox = createSecretBox(opened);
    await checkCanary(client, openedBox);
    if (used === undefined) await writeCanary(client, openedBox, opened.current().id);
    return { keys: opened, box: openedBox };
  });
  const tables = [...CONFIGURATION_TABLES, INSTANCE_SECRETS_TABLE, ...(parts.tables ?? [])];
  const told = tellingOnce(parts.onUnknownKey);
  return {
    box: tellingBox(box, told),
    warnings: keys.warnings,
    async check() {
      const id = await currentKeyId(parts.database);
      if (id === undefined || keys.find(id) !== undefined) return;
      const error = new AppError('secret-unreadable', secretTexts.keyReplaced(id), {
        details: { keyId: id },
      });
      told(error);
      throw error;
    },
    rotate: () => rotate({ database: parts.database, keys, box, tables }),
  };
}

/** Once for each key: a server may meet thousands of values that need it. */
function tellingOnce(tell: SecretsParts['onUnknownKey']): (error: unknown) => void {
  const told = new Set<unknown>();
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'secret-unreadable') return;
    const { keyId } = error.details;
    if (keyId === undefined || told.has(keyId)) return;
    told.add(keyId);
    tell?.(error);
  };
}

function tellingBox(box: SecretBox, tell: (error: unknown) => void): SecretBox {
  const telling = (work: () => string): string => {
    try {
      return work();
    } catch (error) {
      tell(error);
      throw error;
    }
  };
  return {
    seal: (place, plain, keyId) => telling(() => box.seal(place, plain, keyId)),
    open: (place, sealed) => telling(() => box.open(place, sealed)),
  };
}

interface RotationParts {
  readonly database: Database;
  readonly keys: SecretKeys;
  readonly box: SecretBox;
  readonly tables: readonly SealedTable[];
}

async function rotate(parts: RotationParts): Promise<Rotation> {
  const client = await parts.database.connect();
  try {
    // Until the connection ends: the old key is dropped under the lock too.
    await client.query(`select pg_advisory_lock(${KEY_LOCK})`);
    return await rotateAlone(client, parts);
  } catch (thrown) {
    throw databaseFailure(thrown);
  } finally {
    await client.end();
  }
}

async function rotateAlone(client: ClientBase, parts: RotationParts): Promise<Rotation> {
  const { keys } = parts;
  const used = await usedKeyId(client);
  if (used !== undefined) keys.use(used);
  const step = keys.prepareRotation();
  if (step.status === 'nothing-new') {
    throw new AppError('conflict', secretTexts.nothingToRotateTo());
  }
  let resealed = 0;
  if (step.status === 'reseal') {
    resealed = await resealEverything(client, parts, step.key.id);
    keys.use(step.key.id);
  }
  keys.dropOthers();
  return { resealed, keyId: keys.current().id, keyFrom: keys.source() };
}

async function resealEverything(
  client: ClientBase,
  { box, tables }: RotationParts,
  keyId: string,
): Promise<number> {
  await client.query('begin');
  // First of all: whoever saves a secret holds this row, and takes the new key once it is let go.
  await writeCanary(client, box, keyId);
  let resealed = 0;
  for (const table of tables) {
    resealed += await table.resealAll(client, (place, sealed) =>
      box.seal(place, box.open(place, sealed), keyId),
    );
  }
  await client.query('commit');
  return resealed;
}
