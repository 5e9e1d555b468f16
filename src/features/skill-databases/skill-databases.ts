// Lends each run sessions in its team's own schema, as the team's own login role (CTX-07, RUN-06).

import type { SkillDatabase } from '#features/runtimes/index.ts';
import type { Database } from '#system/database/database.ts';
import type { SkillDatabaseLimits } from './limits.ts';

export interface SkillDatabaseParts {
  /** The platform's own: its role owns the database and may create roles. */
  readonly database: Database;
  /**
   * Secret bytes that are the same in every server of this database (32 or more): a team's password is derived from
   * them, so that servers agree on it without keeping it anywhere.
   */
  readonly passwordKey: Uint8Array;
  readonly limits?: Partial<SkillDatabaseLimits>;
  readonly newId: () => string;
}

/** One run, and whose it is. */
export interface DatabaseUse {
  readonly orgId: string;
  /** `""` where the org has no teams: its sessions are then the org's own. */
  readonly teamId: string;
  /** Aborted when the run is over: its sessions end with it. */
  readonly signal: AbortSignal;
}

export interface SkillDatabases {
  /** For one run: a session of another run does not exist in it. Opens nothing yet. */
  sessionsFor(use: DatabaseUse): SkillDatabase;
  /** Ends every session. */
  close(): Promise<void>;
}

export function createSkillDatabases(parts: SkillDatabaseParts): SkillDatabases {
  void parts;
  throw new TypeError('being written');
}
