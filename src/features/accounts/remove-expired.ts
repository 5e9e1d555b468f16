// Housekeeping: what has been over for a month goes.

import { sql } from 'kysely';
import type { AccountStore } from './account-store.ts';

export type RemoveExpired = () => Promise<number>;

const MONTH = sql<Date>`now() - interval '30 days'`;

export function createRemoveExpired(store: AccountStore): RemoveExpired {
  return () =>
    store.write(async (tables) => {
      const results = [
        // Unused for twice its time: what was used in the last 30 days also tells where a person signs in from.
        await tables
          .deleteFrom('signIns')
          .where('lastUsedAt', '<', sql<Date>`now() - interval '60 days'`)
          .executeTakeFirst(),
        await tables.deleteFrom('signInLinks').where('expiresAt', '<', MONTH).executeTakeFirst(),
        await tables
          .deleteFrom('apiTokens')
          .where((where) =>
            where.or([where('revokedAt', '<', MONTH), where('expiresAt', '<', MONTH)]),
          )
          .executeTakeFirst(),
        await tables.deleteFrom('invitations').where('expiresAt', '<', MONTH).executeTakeFirst(),
        await tables
          .deleteFrom('throttles')
          .where('updatedAt', '<', sql<Date>`now() - interval '1 day'`)
          .executeTakeFirst(),
      ];
      return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
    });
}
