// Opens what every program of one installation shares: its PostgreSQL, migrated, and its secrets.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import { openSecrets, type Secrets } from '#features/configuration/index.ts';
import { secureDatabase } from '#features/skill-databases/index.ts';
import { isRestoreUnfinished } from '#system/backup/place-roots.ts';
import { openDatabase, type Database } from '#system/database/database.ts';
import { migrate } from '#system/database/migrate.ts';
import { createLog, createSecretRegistry, type Log, type SecretRegistry } from '#system/log.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import type { Settings } from '#system/settings.ts';
import { PLATFORM_MIGRATIONS } from './platform-migrations.ts';
import { postgresParts } from './postgres-parts.ts';

export interface Instance {
  readonly settings: Settings;
  readonly log: Log;
  /** What the log never writes. */
  readonly secretRegistry: SecretRegistry;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly isEmbedded: boolean;
  /** For the operator, at a start. */
  readonly warnings: readonly Text[];
  /** Leaves the database; the embedded one ends with the last program that uses it. */
  close(): Promise<void>;
}

export interface InstanceParts {
  readonly settings: Settings;
  /** Connections at most. */
  readonly poolSize: number;
  /** Silent where a person sits at the terminal. */
  readonly logStream?: { write(line: string): void };
  /** QIAO_SECRET_KEY may hold the key to rotate to, beside the one in force. */
  readonly isToRotate?: boolean;
}

/** Throws `database-unavailable`, `secret-unreadable` or `path-refused` with a sentence that says what to do. */
export async function openInstance(parts: InstanceParts): Promise<Instance> {
  const { settings, poolSize, logStream, isToRotate = false } = parts;
  if (isRestoreUnfinished(settings.dataFolder))
    throw new AppError('backup-invalid', serverTexts.restoreUnfinished());
  const secretRegistry = createSecretRegistry();
  secretRegistry.add([
    settings.openai.apiKey,
    settings.anthropic.apiKey,
    settings.token,
    settings.blobs.secretKey,
    // It may hold the new key and the old one.
    ...(settings.secretKey?.split(/\s+/) ?? []),
    settings.databaseUrl,
    passwordIn(settings.databaseUrl),
  ]);
  const log = createLog({
    level: settings.logLevel,
    secrets: secretRegistry,
    ...(logStream !== undefined && { stream: logStream }),
  });
  const postgres = await openPostgres({
    ...postgresParts(settings),
    onEvent: ({ type, ...fields }) => log.warn(type, fields),
  });
  const database = openDatabase(postgres.address, {
    poolSize,
    onLost: (error) => log.debug('connection-lost', { error }),
  });
  const close = async (): Promise<void> => {
    await database.close();
    await postgres.stop();
  };
  try {
    const migrated = await migrate(database, PLATFORM_MIGRATIONS);
    if (migrated.length > 0) log.info('database-migrated', { migrations: migrated });
    const open = await secureDatabase(database, settings.sharesDatabase);
    const { secretKey, dataFolder } = settings;
    const secrets = await openSecrets({
      database,
      secretKey,
      dataFolder,
      isToRotate,
      onUnknownKey: (error) => log.error('secret-key-missing', { error }),
    });
    const warnings = [...open, ...secrets.warnings];
    const { isEmbedded } = postgres;
    return { settings, log, secretRegistry, database, secrets, isEmbedded, warnings, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function passwordIn(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { password } = new URL(url);
  try {
    return password === '' ? undefined : decodeURIComponent(password);
  } catch {
    return password;
  }
}
