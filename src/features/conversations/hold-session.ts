// For work of others in a session: as long as its transaction lasts, the session is not deleted.

import type { PoolClient } from 'pg';

/** False where it is gone. */
export async function holdSession(
  client: PoolClient,
  { orgId, sessionId }: { readonly orgId: string; readonly sessionId: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from platform.sessions where id = $1 and org_id = $2 for key share',
    [sessionId, orgId],
  );
  return rowCount === 1;
}
