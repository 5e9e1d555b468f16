// What a backup is made of and restored into: the database, the files beside it, and who wants to hear of it.

import type { PoolClient, Client } from 'pg';
import type { Text } from '#base/text.ts';
import type { Database } from '../database/database.ts';
import type { Migrations } from '../database/migrate.ts';

/** A file or a folder of the instance outside the database. */
export interface InstanceRoot {
  /** How the backup calls it, the same on every machine: `secret.key`, `workspaces`, `skills`. */
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** Where it is on this machine; it need not be there. */
  readonly path: string;
}

export interface InstanceParts {
  readonly database: Database;
  readonly roots: readonly InstanceRoot[];
  /** Where the secrets' key comes from on this machine: QIAO_SECRET_KEY, or the file among `roots`. */
  readonly keyFrom: 'setting' | 'file';
  /** Why the key of the database's secrets is not on this machine; undefined where it is, or was never needed. */
  readonly keyLost?: Text;
  readonly programVersion: string;
  readonly now: () => Date;
}

export interface RestoreParts extends InstanceParts {
  /** All of the program's: first those of the backup run, then its rows come in, then the newer ones run. */
  readonly migrations: Migrations;
  readonly newId: () => string;
  /** A folder on the same disk as the roots, for the note by which a restore that was killed is found again. */
  readonly dataFolder: string;
  /**
   * The password of a login role of a skill schema, asked when all rows are there and before the commit (`client` sees
   * them). Without it, or where it answers `undefined`, the role has none until the program sets one.
   */
  readonly rolePassword?: (role: string, client: SqlClient) => Promise<string | undefined>;
}

/** A connection inside the restore's transaction. */
export type SqlClient = Pick<Client | PoolClient, 'query'>;

export interface Progress {
  readonly stage: 'tables' | 'files' | 'checking';
  /** The table or file that is being worked on. */
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

export interface BackupOptions {
  /** Backup: replaces FILE where it exists. Restore: replaces what the instance holds. */
  readonly force?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** What is not in the backup, each with its reason; also in the manifest. Never empty in silence: show all of it. */
  readonly leftOut: readonly Text[];
  /** What whoever keeps the file must know. */
  readonly remarks: readonly Text[];
}

export interface RestoreReport {
  readonly takenAt: Date;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly leftOut: readonly Text[];
  readonly remarks: readonly Text[];
}
