// Who may do what: grants on schemas, relations, columns, functions and types; policies on rows.

import { notOfExtension, roleSql } from './catalogue-sql.ts';
import type { ObjectKind } from './schema-object.ts';

/** Takes back what is there by itself, then grants exactly what the list `acl` holds. */
function grants(acl: string, target: string, owner: string): string {
  return `array[format('revoke all on %s from public', ${target}),
      format('revoke all on %s from %s', ${target}, ${roleSql(owner)})]
    || array(select format('grant %s on %s to %s%s', g.privilege_type, ${target}, ${roleSql('g.grantee')},
        case when g.is_grantable then ' with grant option' else '' end)
      from aclexplode(${acl}) g
      where g.grantee = 0 or exists (select from pg_roles r where r.oid = g.grantee)
      order by g.grantee <> ${owner}, g.grantee, g.privilege_type)`;
}

const SCHEMA_RIGHTS = `
  select 'schema-rights/' || n.oid as id, n.nspname as schema, format('rights on schema %I', n.nspname) as label,
    pg_get_userbyid(n.nspowner)::text as owner,
    ${grants('n.nspacl', `format('schema %I', n.nspname)`, 'n.nspowner')} as statements,
    array['pg_namespace/' || n.oid] as needs
  from pg_namespace n where n.oid = any ($1) and n.nspacl is not null and n.nspname <> 'public'
  order by n.nspname`;

const RELATION = `format(case c.relkind when 'S' then 'sequence %I.%I' else 'table %I.%I' end,
  n.nspname, c.relname)`;

const RELATION_RIGHTS = `
  select 'rights/' || c.oid as id, n.nspname as schema, format('rights on %I.%I', n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    ${grants('c.relacl', RELATION, 'c.relowner')} as statements,
    array['pg_class/' || c.oid] as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and c.relacl is not null and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and ${notOfExtension('pg_class', 'c.oid')}
  order by n.nspname, c.relname`;

const COLUMN_RIGHTS = `
  select 'column-rights/' || c.oid || '/' || a.attnum as id, n.nspname as schema,
    format('rights on %I.%I.%I', n.nspname, c.relname, a.attname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array(select format('grant %s (%I) on table %I.%I to %s%s', g.privilege_type, a.attname, n.nspname,
        c.relname, ${roleSql('g.grantee')}, case when g.is_grantable then ' with grant option' else '' end)
      from aclexplode(a.attacl) g order by g.grantee, g.privilege_type) as statements,
    array['pg_class/' || c.oid, 'rights/' || c.oid] as needs
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and a.attacl is not null and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')
  order by n.nspname, c.relname, a.attnum`;

const FUNCTION_RIGHTS = `
  select 'routine-rights/' || p.oid as id, n.nspname as schema, format('rights on %s', p.oid::regprocedure) as label,
    pg_get_userbyid(p.proowner)::text as owner,
    ${grants('p.proacl', `format('routine %s', p.oid::regprocedure)`, 'p.proowner')} as statements,
    array['pg_proc/' || p.oid] as needs
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.oid = any ($1) and p.proacl is not null and ${notOfExtension('pg_proc', 'p.oid')}
  order by n.nspname, p.oid::regprocedure::text`;

const TYPE_RIGHTS = `
  select 'type-rights/' || t.oid as id, n.nspname as schema, format('rights on %I.%I', n.nspname, t.typname) as label,
    pg_get_userbyid(t.typowner)::text as owner,
    ${grants('t.typacl', `format('type %I.%I', n.nspname, t.typname)`, 't.typowner')} as statements,
    array[case t.typtype when 'c' then 'pg_class/' || t.typrelid else 'pg_type/' || t.oid end] as needs
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where n.oid = any ($1) and t.typacl is not null and t.typtype in ('e', 'd', 'c', 'r')
    and ${notOfExtension('pg_type', 't.oid')}
  order by n.nspname, t.typname`;

const DEFAULT_RIGHTS = `
  select 'default-rights/' || f.oid as id, n.nspname as schema,
    format('default rights in schema %I', n.nspname) as label, pg_get_userbyid(f.defaclrole)::text as owner,
    array(select format('alter default privileges in schema %I grant %s on %s to %s%s', n.nspname,
        g.privilege_type, case f.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences'
          when 'f' then 'routines' else 'types' end,
        ${roleSql('g.grantee')}, case when g.is_grantable then ' with grant option' else '' end)
      from aclexplode(f.defaclacl) g order by g.grantee, g.privilege_type) as statements,
    array['pg_namespace/' || n.oid] as needs
  from pg_default_acl f join pg_namespace n on n.oid = f.defaclnamespace
  where n.oid = any ($1) order by n.nspname, f.oid`;

const POLICIES = `
  select 'pg_policy/' || y.oid as id, n.nspname as schema,
    format('policy %I on %I.%I', y.polname, n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array[format('create policy %I on %I.%I as %s for %s to %s%s%s', y.polname, n.nspname, c.relname,
      case when y.polpermissive then 'permissive' else 'restrictive' end,
      case y.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
        when 'd' then 'delete' else 'all' end,
      (select string_agg(${roleSql('u')}, ', ') from unnest(y.polroles) u),
      ' using (' || pg_get_expr(y.polqual, y.polrelid) || ')',
      ' with check (' || pg_get_expr(y.polwithcheck, y.polrelid) || ')')] as statements
  from pg_policy y join pg_class c on c.oid = y.polrelid join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) order by n.nspname, c.relname, y.polname`;

const ROW_SECURITY = `
  select 'row-security/' || c.oid as id, n.nspname as schema,
    format('row level security of %I.%I', n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array_remove(array[
      case when c.relrowsecurity then format('alter table %I.%I enable row level security', n.nspname, c.relname) end,
      case when c.relforcerowsecurity then format('alter table %I.%I force row level security', n.nspname,
        c.relname) end], null) as statements,
    array['pg_class/' || c.oid] as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and (c.relrowsecurity or c.relforcerowsecurity)
  order by n.nspname, c.relname`;

export const RIGHTS_QUERIES: readonly (readonly [ObjectKind, string])[] = [
  ['schema-rights', SCHEMA_RIGHTS],
  ['policy', POLICIES],
  ['row-security', ROW_SECURITY],
  ['rights', RELATION_RIGHTS],
  ['rights', COLUMN_RIGHTS],
  ['rights', FUNCTION_RIGHTS],
  ['rights', TYPE_RIGHTS],
  ['default-rights', DEFAULT_RIGHTS],
];
