// The database that the program runs on: the one of DATABASE_URL, or else the PostgreSQL that comes with it.

import type { DatabaseAddress } from '#system/database/database.ts';
import { openOutsideDatabase } from './outside-database.ts';
import type { PostgresEvent } from './postgres-event.ts';
import { startPostgres } from './start-postgres.ts';

export interface OpenPostgresParts {
  /** `QIAO_DATA`. */
  readonly dataFolder: string;
  /** `DATABASE_URL`. */
  readonly databaseUrl: string | undefined;
  /** `QIAO_SHARE_DATABASE`. */
  readonly sharesDatabase: boolean;
  /** `PG_BIN_DIR`. */
  readonly programs: string | undefined;
  /** Told of a crash and of its repair; only the embedded server is watched. */
  readonly onEvent?: (event: PostgresEvent) => void;
}

export interface OpenPostgres {
  /** As the platform's own role. It stays the same when the server is started again. */
  readonly address: DatabaseAddress;
  /** Only of the embedded server. */
  readonly superuser: DatabaseAddress | undefined;
  readonly isEmbedded: boolean;
  /** Whether what every role may do by itself was cut down (`harden-database.ts`). */
  readonly isHardened: boolean;
  /** Leaves the embedded server, and stops it where nobody else uses it. Close the pools before. */
  readonly stop: () => Promise<void>;
}

/** Throws `database-unavailable` with a sentence that says what to do. */
export async function openPostgres(parts: OpenPostgresParts): Promise<OpenPostgres> {
  const { databaseUrl, sharesDatabase } = parts;
  if (databaseUrl !== undefined) {
    const { isHardened } = await openOutsideDatabase({ databaseUrl, sharesDatabase });
    return {
      address: { url: databaseUrl },
      superuser: undefined,
      isEmbedded: false,
      isHardened,
      stop: () => Promise.resolve(),
    };
  }
  const { address, superuser, stop } = await startPostgres(parts);
  return { address, superuser, isEmbedded: true, isHardened: true, stop };
}
