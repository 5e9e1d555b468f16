// Finds a caller by the hash of what they brought.

import { AppError } from '#base/app-error.ts';
import type { Database } from '#system/database/database.ts';
import type { Access } from './access.ts';
import { POSITIONS, SCOPES, type Caller } from './caller.ts';
import { isSecret, secretHash, TOKEN_PREFIX } from './secret-hash.ts';

const BY_COOKIE = `select s.id, s.org_id, s.person_id, p.position,
    s.last_used_at < now() - interval '1 minute' as is_stale
  from platform.sign_ins s join platform.people p on p.id = s.person_id
  where s.secret_hash = $1 and s.ended_at is null
    and s.last_used_at > now() - interval '30 days' and not p.is_disabled`;

const BY_TOKEN = `select t.id, t.org_id, t.person_id, p.position, t.scopes,
    coalesce(t.last_used_at < now() - interval '1 minute', true) as is_stale
  from platform.api_tokens t join platform.people p on p.id = t.person_id
  where t.secret_hash = $1 and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > now()) and not p.is_disabled`;

const ACT_AS = `select '' as id, org_id, id as person_id, position, false as is_stale
  from platform.people where org_id = $1 and id = $2 and not is_disabled`;

const TOUCH_SIGN_IN = `update platform.sign_ins set last_used_at = now()
  where id = $1 and ended_at is null and last_used_at < now() - interval '1 minute'`;

const TOUCH_TOKEN = `update platform.api_tokens set last_used_at = now()
  where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)`;

export function createAccess(database: Database): Access {
  return {
    authenticate: (credential) =>
      'cookie' in credential
        ? byCookie(database, credential.cookie)
        : byToken(database, credential.bearer),
    async actAs({ orgId, personId }) {
      const values = [orgId, personId];
      return (await look(database, { name: 'accounts-act-as', text: ACT_AS, values }))?.caller;
    },
  };
}

async function byCookie(database: Database, cookie: string): Promise<Caller | undefined> {
  if (!isSecret(cookie)) return undefined;
  const values = [secretHash(cookie)];
  const seen = await look(database, { name: 'accounts-by-cookie', text: BY_COOKIE, values });
  if (seen === undefined) return undefined;
  if (seen.isStale)
    await touch(database, seen.id, { name: 'accounts-touch-sign-in', text: TOUCH_SIGN_IN });
  return { ...seen.caller, signInId: seen.id };
}

async function byToken(database: Database, bearer: string): Promise<Caller | undefined> {
  if (!bearer.startsWith(TOKEN_PREFIX) || !isSecret(bearer.slice(TOKEN_PREFIX.length))) {
    return undefined;
  }
  const values = [secretHash(bearer)];
  const seen = await look(database, { name: 'accounts-by-token', text: BY_TOKEN, values });
  if (seen === undefined) return undefined;
  if (seen.isStale)
    await touch(database, seen.id, { name: 'accounts-touch-token', text: TOUCH_TOKEN });
  return { ...seen.caller, tokenId: seen.id };
}

interface Seen {
  readonly id: string;
  readonly isStale: boolean;
  readonly caller: Caller;
}

async function look(
  database: Database,
  statement: Parameters<Database['run']>[0],
): Promise<Seen | undefined> {
  const [row] = await database.again(() => database.run(statement));
  const position = POSITIONS.find((known) => known === row?.['position']);
  if (row === undefined || position === undefined) return undefined;
  const { scopes } = row;
  return {
    id: String(row['id']),
    isStale: row['is_stale'] === true,
    caller: {
      orgId: String(row['org_id']),
      personId: String(row['person_id']),
      position,
      scopes: Array.isArray(scopes) ? SCOPES.filter((scope) => scopes.includes(scope)) : SCOPES,
    },
  };
}

/** That the use can't be noted (a database that only reads, say) is no reason to refuse it. */
async function touch(
  database: Database,
  id: string,
  statement: { readonly name: string; readonly text: string },
): Promise<void> {
  try {
    await database.run({ ...statement, values: [id] });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
  }
}
