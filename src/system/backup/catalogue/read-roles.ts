// The database roles that own or may use what a backup holds, without their passwords.

import * as z from 'zod';
import type { SqlClient } from '../backup-parts.ts';

const membership = z.strictObject({
  role: z.string(),
  /** null is the platform's own role. */
  member: z.string().nullable(),
  admin: z.boolean(),
  inherit: z.boolean(),
  set: z.boolean(),
});

export const roleFacts = z.strictObject({
  name: z.string(),
  login: z.boolean(),
  inherit: z.boolean(),
  createRole: z.boolean(),
  createDatabase: z.boolean(),
  bypassesRowSecurity: z.boolean(),
  connectionLimit: z.int(),
  validUntil: z.string().nullable(),
  /** `name=value` as PostgreSQL keeps them; `here` is for this database alone. */
  settings: z.array(z.strictObject({ text: z.string(), here: z.boolean() })),
  /** On the database. */
  databaseRights: z.array(z.enum(['CONNECT', 'TEMPORARY', 'CREATE'])),
  memberships: z.array(membership),
});

export type RoleFacts = z.infer<typeof roleFacts>;
export type Membership = z.infer<typeof membership>;

/** Roles that own or were granted something in the schemas, and those tied to them; only ones that we administer. */
const ROLES = `
  with recursive used (oid) as (
    select nspowner from pg_namespace where oid = any ($1)
    union select relowner from pg_class where relnamespace = any ($1)
    union select proowner from pg_proc where pronamespace = any ($1)
    union select typowner from pg_type where typnamespace = any ($1)
    union select g.grantee from pg_namespace n, aclexplode(n.nspacl) g where n.oid = any ($1)
    union select g.grantee from pg_class c, aclexplode(c.relacl) g where c.relnamespace = any ($1)
    union select g.grantee from pg_proc p, aclexplode(p.proacl) g where p.pronamespace = any ($1)
  ), tied (oid) as (
    select oid from used
    union select case when m.roleid = t.oid then m.member else m.roleid end from tied t
      join pg_auth_members m on t.oid in (m.roleid, m.member)
      where t.oid in (select r.oid from pg_roles r where r.rolname <> session_user and not r.rolsuper)
  )
  select r.rolname::text as name, r.rolcanlogin as login, r.rolinherit as inherit, r.rolcreaterole as "createRole",
    r.rolcreatedb as "createDatabase", r.rolbypassrls as "bypassesRowSecurity",
    r.rolconnlimit as "connectionLimit", r.rolvaliduntil::text as "validUntil",
    array(select jsonb_build_object('text', x.text, 'here', s.setdatabase <> 0)
      from pg_db_role_setting s, unnest(s.setconfig) x (text)
      where s.setrole = r.oid and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    ) as settings,
    array(select g.privilege_type from pg_database d, aclexplode(d.datacl) g
      where d.datname = current_database() and g.grantee = r.oid order by 1) as "databaseRights",
    array(select jsonb_build_object('role', p.rolname, 'member', nullif(u.rolname, session_user),
        'admin', bool_or(m.admin_option),
        'inherit', bool_or(coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, u.rolinherit)),
        'set', bool_or(coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)))
      from pg_auth_members m join pg_roles p on p.oid = m.roleid join pg_roles u on u.oid = m.member
      where m.roleid = r.oid and (u.rolname = session_user or not u.rolsuper)
      group by p.rolname, u.rolname order by p.rolname, u.rolname) as memberships
  from pg_roles r
  where r.oid in (select oid from tied) and r.rolname <> session_user and not r.rolsuper and r.rolname !~ '^pg_'
    and (pg_has_role(session_user, r.oid, 'member with admin option')
      or current_setting('server_version_num')::int < 160000
        and (select rolcreaterole from pg_roles where rolname = session_user))
  order by r.rolname`;

export async function readRoles(
  client: SqlClient,
  schemas: readonly number[],
): Promise<readonly RoleFacts[]> {
  const { rows } = await client.query(ROLES, [schemas]);
  return z.array(roleFacts).parse(rows);
}
