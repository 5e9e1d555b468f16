// The queue's library on the platform's own connections.

import type { PoolClient } from 'pg';
import type { Db } from 'pg-boss';
import { rowsOf, type Database } from '#system/database/database.ts';
import { listen } from '#system/database/notifications.ts';

export function bossDatabase(database: Pick<Database, 'connect' | 'execute'>): Db {
  return {
    executeSql: async (text, values) => ({ rows: [...(await database.execute(text, values))] }),
    async listen(channel, onPayload, onGap) {
      const listener = listen(database, [channel], { onPayload, onGap });
      return { close: () => listener.close() };
    },
  };
}

/** Statements in a transaction of the caller's. */
export function bossTransaction(client: PoolClient): Db {
  return {
    executeSql: async (text, values = []) => ({
      rows: [...rowsOf(await client.query<Record<string, unknown>>(text, [...values]))],
    }),
  };
}
