// The schemas themselves, and the types in them.

import { collateSql, notOfExtension, roleSql } from './catalogue-sql.ts';
import type { ObjectKind } from './schema-object.ts';

const SCHEMAS = `
  select 'pg_namespace/' || n.oid as id, n.nspname as schema, format('schema %I', n.nspname) as label,
    session_user::text as owner,
    case n.nspname when 'public' then '{}'::text[] else array[format('create schema %I authorization %s',
      n.nspname, ${roleSql('n.nspowner')})] end as statements
  from pg_namespace n where n.oid = any ($1) order by n.nspname`;

const EXTENSIONS = `
  select 'pg_extension/' || x.oid as id, n.nspname as schema, format('extension %I', x.extname) as label,
    session_user::text as owner,
    array[format('create extension if not exists %I with schema %I', x.extname, n.nspname)] as statements,
    array['pg_namespace/' || n.oid] as needs
  from pg_extension x join pg_namespace n on n.oid = x.extnamespace
  where n.oid = any ($1) order by x.extname`;

const ENUMS = `
  select 'pg_type/' || t.oid as id, n.nspname as schema, format('type %I.%I', n.nspname, t.typname) as label,
    pg_get_userbyid(t.typowner)::text as owner,
    array[format('create type %I.%I as enum (%s)', n.nspname, t.typname,
      (select string_agg(quote_literal(l.enumlabel), ', ' order by l.enumsortorder)
        from pg_enum l where l.enumtypid = t.oid))] as statements
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where n.oid = any ($1) and t.typtype = 'e' and ${notOfExtension('pg_type', 't.oid')}
  order by n.nspname, t.typname`;

const COMPOSITES = `
  select 'pg_class/' || c.oid as id, n.nspname as schema, format('type %I.%I', n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array[format('create type %I.%I as (%s)', n.nspname, c.relname,
      (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || ${collateSql('a.attcollation', 't.typcollation')}, ', ' order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))] as statements
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and c.relkind = 'c' and ${notOfExtension('pg_type', 'c.reltype')}
  order by n.nspname, c.relname`;

const RANGES = `
  select 'pg_type/' || t.oid as id, n.nspname as schema, format('type %I.%I', n.nspname, t.typname) as label,
    pg_get_userbyid(t.typowner)::text as owner,
    array[format('create type %I.%I as range (subtype = %s, subtype_opclass = %I.%I, multirange_type_name = %I.%I%s%s)',
      n.nspname, t.typname, format_type(g.rngsubtype, null), opn.nspname, op.opcname,
      mn.nspname, m.typname,
      case when g.rngsubdiff <> 0 then ', subtype_diff = ' || g.rngsubdiff::regproc else '' end,
      (select format(', collation = %I.%I', cn.nspname, co.collname) from pg_collation co
        join pg_namespace cn on cn.oid = co.collnamespace where co.oid = g.rngcollation))] as statements
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  join pg_range g on g.rngtypid = t.oid
  join pg_opclass op on op.oid = g.rngsubopc join pg_namespace opn on opn.oid = op.opcnamespace
  join pg_type m on m.oid = g.rngmultitypid join pg_namespace mn on mn.oid = m.typnamespace
  where n.oid = any ($1) and ${notOfExtension('pg_type', 't.oid')}
  order by n.nspname, t.typname`;

const DOMAINS = `
  select 'pg_type/' || t.oid as id, n.nspname as schema, format('domain %I.%I', n.nspname, t.typname) as label,
    pg_get_userbyid(t.typowner)::text as owner,
    array[format('create domain %I.%I as %s%s%s%s', n.nspname, t.typname,
      format_type(t.typbasetype, t.typtypmod), ${collateSql('t.typcollation', 'b.typcollation')},
      ' default ' || pg_get_expr(t.typdefaultbin, 0),
      case when t.typnotnull then coalesce((select format(' constraint %I', o.conname)
        from pg_constraint o where o.contypid = t.oid and o.contype = 'n'), '') || ' not null' else '' end
    )] as statements
  from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_type b on b.oid = t.typbasetype
  where n.oid = any ($1) and t.typtype = 'd' and ${notOfExtension('pg_type', 't.oid')}
  order by n.nspname, t.typname`;

const DOMAIN_CHECKS = `
  select 'pg_constraint/' || o.oid as id, n.nspname as schema,
    format('constraint %I on domain %I.%I', o.conname, n.nspname, t.typname) as label,
    pg_get_userbyid(t.typowner)::text as owner,
    array[format('alter domain %I.%I add constraint %I %s', n.nspname, t.typname, o.conname,
      pg_get_constraintdef(o.oid))] as statements,
    array['pg_type/' || t.oid] as needs
  from pg_constraint o join pg_type t on t.oid = o.contypid join pg_namespace n on n.oid = t.typnamespace
  where n.oid = any ($1) and o.contype = 'c' and ${notOfExtension('pg_type', 't.oid')}
  order by n.nspname, t.typname, o.conname`;

export const TYPE_QUERIES: readonly (readonly [ObjectKind, string])[] = [
  ['schema', SCHEMAS],
  ['extension', EXTENSIONS],
  ['enum', ENUMS],
  ['composite', COMPOSITES],
  ['range', RANGES],
  ['domain', DOMAINS],
  ['domain-check', DOMAIN_CHECKS],
];
