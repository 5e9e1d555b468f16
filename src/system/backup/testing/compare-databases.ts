// Whether two databases hold the same: catalogues and rows, not only the tables one thought of.

import type { DatabaseAddress } from '../../database/database.ts';

export interface CompareOptions {
  /** Tables whose rows are not compared, `schema.table`. */
  readonly ignoreRowsOf?: readonly string[];
}

/**
 * What differs, one line each; nothing where they are the same. Compares schemas, columns, constraints, indexes,
 * sequences with their values, views, functions, types, triggers, policies, grants and comments, and every row of every table.
 * The two owners' names count as the same name.
 */
export async function compareDatabases(
  a: DatabaseAddress,
  b: DatabaseAddress,
  options: CompareOptions = {},
): Promise<readonly string[]> {
  throw new Error('not yet');
}
