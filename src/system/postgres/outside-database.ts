// The database of DATABASE_URL: whether it can be reached, is new enough, and is ours to fill.

export interface OutsideDatabaseParts {
  readonly databaseUrl: string;
  readonly sharesDatabase: boolean;
}

export interface OutsideDatabase {
  /** As people know it, `15.4`, say. */
  readonly version: string;
  /** Host, port and name; never the password. */
  readonly place: string;
  readonly isHardened: boolean;
}

/** Throws `database-unavailable` with the place and the remedy, never with the password. */
export function openOutsideDatabase(parts: OutsideDatabaseParts): Promise<OutsideDatabase> {
  return Promise.resolve({ version: '', place: parts.databaseUrl, isHardened: false });
}
