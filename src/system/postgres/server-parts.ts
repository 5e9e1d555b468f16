// What is settled about the embedded server before it is looked for.

import type { PostgresFolders } from './postgres-folders.ts';
import type { ServerAccount } from './server-account.ts';

export interface ServerParts {
  readonly folders: PostgresFolders;
  /** The folder of PostgreSQL's programs. */
  readonly programs: string;
  /** Whether that folder is PG_BIN_DIR's. */
  readonly isGivenFolder: boolean;
  readonly account: ServerAccount | undefined;
  /** Whether `account` can get to the cluster by its path. */
  readonly isFolderOpen: boolean;
  readonly socketFolder: string;
  /** The socket folder's name, should it have to be made again. */
  readonly secretName: string;
}
