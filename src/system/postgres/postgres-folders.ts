// Where the embedded server keeps what is its own.

import { createHash } from 'node:crypto';
import { join } from 'node:path';

export interface PostgresFolders {
  /** `QIAO_DATA`, as the system itself names it: no link in it. */
  readonly data: string;
  /** What PostgreSQL calls its data directory. */
  readonly cluster: string;
  readonly log: string;
  readonly passwordFile: string;
  /** A mark that the platform's role and database are there and the rights are cut down. */
  readonly preparedMark: string;
}

/** `data` is a real path, so that everybody who uses it agrees on the names made of it. */
export function postgresFolders(data: string): PostgresFolders {
  const cluster = join(data, 'postgres');
  return {
    data,
    cluster,
    log: join(data, 'postgres.log'),
    passwordFile: join(data, 'postgres-password'),
    preparedMark: join(cluster, 'qiao-prepared'),
  };
}

/** A short name that nobody guesses who can't read the password. */
export function secretName(folders: PostgresFolders, password: string): string {
  return createHash('sha256').update(`${folders.data}\0${password}`).digest('hex').slice(0, 16);
}
