// Acts as the role that owns a schema's things, so that what its skills wrote runs with their rights, not ours.

import type { SqlClient } from './backup-parts.ts';
import { quoted } from './quoted.ts';

/**
 * `null` is ourselves. Unqualified names inside functions are looked up in `schema`, as they are when its own skills call
 * them; everything else is written with its schema.
 */
export async function actAs(client: SqlClient, role: string | null, schema: string): Promise<void> {
  await client.query(`set local role ${role === null ? 'none' : quoted(role)}`);
  // PostgreSQL's own names come first by themselves.
  const path = schema === '' ? `''` : quoted(schema);
  await client.query(`set local search_path = ${path}`);
}
