// What every subject of the feature is made of.

import type { Database } from '#system/database/database.ts';
import type { AccountStore } from './account-store.ts';

export interface SubjectParts {
  readonly store: AccountStore;
  /** For the prepared statements of the hot paths. */
  readonly database: Database;
  readonly newId: () => string;
  readonly randomToken: () => string;
}
