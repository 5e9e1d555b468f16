// Sequences, tables with their columns, what ties them together, and views.

import { collateSql, notOfExtension, optionsSql } from './catalogue-sql.ts';
import type { ObjectKind } from './schema-object.ts';

/** What every relation's query says first and last. */
const relation = (word: string): string => `'pg_class/' || c.oid as id, n.nspname as schema,
    format('${word} %I.%I', n.nspname, c.relname) as label, pg_get_userbyid(c.relowner)::text as owner`;
const FROM_RELATIONS = `from pg_class c join pg_namespace n on n.oid = c.relnamespace`;
const WHERE_OURS = `where n.oid = any ($1) and ${notOfExtension('pg_class', 'c.oid')}`;
const IN_ORDER = 'order by n.nspname, c.relname';

const unlogged = (alias: string): string =>
  `case ${alias}.relpersistence when 'u' then 'unlogged ' else '' end`;
const sequenceOptions = (alias: string): string => `format(
  'start with %s increment by %s minvalue %s maxvalue %s cache %s%s', ${alias}.seqstart, ${alias}.seqincrement,
  ${alias}.seqmin, ${alias}.seqmax, ${alias}.seqcache, case when ${alias}.seqcycle then ' cycle' else '' end)`;

const SEQUENCES = `
  select ${relation('sequence')},
    array[format('create %ssequence %I.%I as %s %s', ${unlogged('c')}, n.nspname, c.relname,
      format_type(s.seqtypid, null), ${sequenceOptions('s')})] as statements
  ${FROM_RELATIONS} join pg_sequence s on s.seqrelid = c.oid
  ${WHERE_OURS} and not exists (select from pg_depend i where i.classid = 'pg_class'::regclass
    and i.objid = c.oid and i.deptype = 'i')
  ${IN_ORDER}`;

const IDENTITY = `(select format(' generated %s as identity (sequence name %I.%I %s)',
    case a.attidentity when 'a' then 'always' else 'by default' end, sn.nspname, sc.relname,
    ${sequenceOptions('sq')})
  from pg_depend i join pg_sequence sq on sq.seqrelid = i.objid join pg_class sc on sc.oid = i.objid
  join pg_namespace sn on sn.oid = sc.relnamespace
  where a.attidentity <> '' and i.classid = 'pg_class'::regclass and i.refclassid = 'pg_class'::regclass
    and i.refobjid = c.oid and i.refobjsubid = a.attnum and i.deptype = 'i')`;

/** PostgreSQL 18 has NOT NULL as constraints with names; before, only the column's flag. */
const NOT_NULL = `case
  when not a.attnotnull then ''
  else coalesce((select case when o.convalidated then format(' constraint %I not null%s', o.conname,
      case when o.connoinherit then ' no inherit' else '' end) else '' end
    from pg_constraint o where o.conrelid = c.oid and o.contype = 'n' and o.conkey = array[a.attnum]),
    ' not null') end`;

const COLUMNS = `(select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
    || case a.attcompression when 'p' then ' compression pglz' when 'l' then ' compression lz4' else '' end
    || ${collateSql('a.attcollation', 't.typcollation')}
    || case a.attgenerated when '' then '' else format(' generated always as (%s) %s',
      pg_get_expr(d.adbin, d.adrelid), case a.attgenerated when 's' then 'stored' else 'virtual' end) end
    || coalesce(${IDENTITY}, '') || ${NOT_NULL}, ', ' order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and (c.relispartition or a.attislocal))`;

/** A partition is made by itself and put below its table later; any other child comes with its parents. */
const PARENTS = `case when not c.relispartition then (select format(' inherits (%s)',
    string_agg(format('%I.%I', pn.nspname, p.relname), ', ' order by h.inhseqno))
  from pg_inherits h join pg_class p on p.oid = h.inhparent join pg_namespace pn on pn.oid = p.relnamespace
  where h.inhrelid = c.oid having count(*) > 0) end`;

const COLUMN_EXTRAS = `array(select format('alter table only %I.%I alter column %I %s', n.nspname, c.relname,
    a.attname, x.what)
  from pg_attribute a join pg_type t on t.oid = a.atttypid cross join lateral (values
    (case when a.attstorage <> t.typstorage then 'set storage ' || case a.attstorage when 'p' then 'plain'
      when 'e' then 'external' when 'm' then 'main' else 'extended' end end),
    (case when a.attstattarget >= 0 then 'set statistics ' || a.attstattarget end),
    (case when a.attnotnull and not a.attislocal and not c.relispartition and coalesce(
      (select o.conislocal from pg_constraint o where o.conrelid = c.oid and o.contype = 'n'
        and o.conkey = array[a.attnum]), current_setting('server_version_num')::int < 180000)
      then 'set not null' end),
    (case when a.attoptions is not null then format('set (%s)', array_to_string(a.attoptions, ', ')) end)
  ) as x (what)
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and x.what is not null order by a.attnum)`;

const TABLES = `
  select ${relation('table')},
    array[format('create %stable %I.%I (%s)%s%s%s', ${unlogged('c')}, n.nspname, c.relname, ${COLUMNS}, ${PARENTS},
      ' partition by ' || pg_get_partkeydef(c.oid),
      ${optionsSql(`nullif(coalesce(c.reloptions, '{}') || array(
        select 'toast.' || o from pg_class tc, unnest(tc.reloptions) o where tc.oid = c.reltoastrelid), '{}')`)}
    )] || ${COLUMN_EXTRAS} as statements
  ${FROM_RELATIONS} ${WHERE_OURS} and c.relkind in ('r', 'p') and c.reloftype = 0
  ${IN_ORDER}`;

const PARTITIONS = `
  select 'partition/' || c.oid || '/' || p.oid as id, n.nspname as schema,
    format('place of %I.%I below %I.%I', n.nspname, c.relname, pn.nspname, p.relname) as label,
    pg_get_userbyid(p.relowner)::text as owner,
    array[format('alter table only %I.%I attach partition %I.%I %s', pn.nspname, p.relname, n.nspname, c.relname,
      pg_get_expr(c.relpartbound, c.oid))] as statements,
    array['pg_class/' || c.oid, 'pg_class/' || p.oid] as needs
  ${FROM_RELATIONS} join pg_inherits h on h.inhrelid = c.oid
  join pg_class p on p.oid = h.inhparent join pg_namespace pn on pn.oid = p.relnamespace
  ${WHERE_OURS} and c.relkind in ('r', 'p') and c.relispartition
  order by n.nspname, c.relname, h.inhseqno`;

const defaults = (kinds: string): string => `
  select 'pg_attrdef/' || d.oid as id, n.nspname as schema,
    format('default of %I.%I.%I', n.nspname, c.relname, a.attname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array[format('alter table only %I.%I alter column %I set default %s', n.nspname, c.relname, a.attname,
      pg_get_expr(d.adbin, d.adrelid))] as statements,
    array['pg_class/' || c.oid] as needs
  ${FROM_RELATIONS} join pg_attrdef d on d.adrelid = c.oid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
  ${WHERE_OURS} and a.attgenerated = '' and c.relkind in (${kinds}) and c.reloftype = 0
  order by n.nspname, c.relname, a.attnum`;

const OWNERSHIP = `
  select 'ownership/' || c.oid as id, n.nspname as schema,
    format('owner of %I.%I', n.nspname, c.relname) as label, pg_get_userbyid(c.relowner)::text as owner,
    array[format('alter sequence %I.%I owned by %I.%I.%I', n.nspname, c.relname, tn.nspname, t.relname,
      a.attname)] as statements,
    array['pg_class/' || c.oid, 'pg_class/' || t.oid] as needs
  ${FROM_RELATIONS} join pg_depend o on o.classid = 'pg_class'::regclass and o.objid = c.oid and o.deptype = 'a'
    and o.refclassid = 'pg_class'::regclass
  join pg_class t on t.oid = o.refobjid join pg_namespace tn on tn.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum = o.refobjsubid
  ${WHERE_OURS} and c.relkind = 'S' ${IN_ORDER}`;

const body = `rtrim(pg_get_viewdef(c.oid), '; ')`;

const VIEWS = `
  select ${relation('view')},
    array[format('create view %I.%I%s as %s', n.nspname, c.relname, ${optionsSql('c.reloptions')}, ${body})]
      as statements
  ${FROM_RELATIONS} ${WHERE_OURS} and c.relkind = 'v' ${IN_ORDER}`;

const MATERIALIZED_VIEWS = `
  select ${relation('materialized view')},
    array[format('create materialized view %I.%I%s as %s with no data', n.nspname, c.relname,
      ${optionsSql('c.reloptions')}, ${body})] as statements
  ${FROM_RELATIONS} ${WHERE_OURS} and c.relkind = 'm' ${IN_ORDER}`;

const REFRESHES = `
  select 'refresh/' || c.oid as id, n.nspname as schema,
    format('rows of materialized view %I.%I', n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array[format('refresh materialized view %I.%I', n.nspname, c.relname)] as statements,
    array['pg_class/' || c.oid] as needs
  ${FROM_RELATIONS} ${WHERE_OURS} and c.relkind = 'm' and c.relispopulated ${IN_ORDER}`;

export const RELATION_QUERIES: readonly (readonly [ObjectKind, string])[] = [
  ['sequence', SEQUENCES],
  ['table', TABLES],
  ['partition', PARTITIONS],
  ['default', defaults(`'r', 'p'`)],
  ['view-default', defaults(`'v'`)],
  ['ownership', OWNERSHIP],
  ['view', VIEWS],
  ['materialized-view', MATERIALIZED_VIEWS],
  ['refresh', REFRESHES],
];
