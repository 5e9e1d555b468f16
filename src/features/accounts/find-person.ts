// One person of an organisation, and of no other (ORG-01).

import type { AccountStore } from './account-store.ts';
import type { PersonRow } from './account-tables.ts';

/** Undefined where there is none; disabled ones too. */
export function findPerson(
  store: AccountStore,
  orgId: string,
  personId: string,
): Promise<PersonRow | undefined> {
  return store.read((tables) =>
    tables
      .selectFrom('people')
      .selectAll()
      .where('orgId', '=', orgId)
      .where('id', '=', personId)
      .executeTakeFirst(),
  );
}
