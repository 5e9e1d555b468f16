// What holds rows to rules or makes them quick to find: constraints, indexes, statistics.

import type { ObjectKind } from './schema-object.ts';

const FROM_CONSTRAINTS = `from pg_constraint o join pg_class c on c.oid = o.conrelid
  join pg_namespace n on n.oid = c.relnamespace`;

/** Children first: what their parent adds later is merged, the other way round it would be there twice. */
const CHILDREN_FIRST = `order by (select count(*) from pg_partition_ancestors(c.oid)) desc,
  exists (select from pg_inherits h where h.inhrelid = c.oid) desc, n.nspname, c.relname, o.conname`;

function constraints(which: string, only: string): string {
  return `
  select 'pg_constraint/' || o.oid as id, n.nspname as schema,
    format('constraint %I on %I.%I', o.conname, n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array[format('alter table ${only}%I.%I add constraint %I %s', n.nspname, c.relname, o.conname,
      pg_get_constraintdef(o.oid))] as statements,
    array['pg_class/' || c.oid] as needs
  ${FROM_CONSTRAINTS}
  where n.oid = any ($1) and c.relkind in ('r', 'p') and ${which}
  ${CHILDREN_FIRST}`;
}

const CHECKS = constraints(
  `(o.contype = 'c' and o.conislocal or o.contype = 'n' and not o.convalidated)`,
  '',
);
const KEYS = constraints(`o.contype in ('p', 'u', 'x')`, 'only ');
const FOREIGN_KEYS = constraints(`o.contype = 'f' and o.conparentid = 0`, '');

const OF_CONSTRAINT = `exists (select from pg_constraint o where o.conindid = x.indexrelid
  and o.contype in ('p', 'u', 'x'))`;
const FROM_INDEXES = `from pg_index x join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace`;

const INDEXES = `
  select 'pg_class/' || i.oid as id, n.nspname as schema,
    format('index %I.%I', n.nspname, i.relname) as label, pg_get_userbyid(c.relowner)::text as owner,
    array[pg_get_indexdef(i.oid)] || array(
      select format('alter index %I.%I alter column %s set statistics %s', n.nspname, i.relname, a.attnum,
        a.attstattarget)
      from pg_attribute a where a.attrelid = i.oid and a.attnum > 0 and a.attstattarget >= 0
    ) as statements,
    array['pg_class/' || c.oid] as needs
  ${FROM_INDEXES} where n.oid = any ($1) and not ${OF_CONSTRAINT} and (x.indisvalid or i.relkind = 'I')
  order by n.nspname, i.relname`;

const INDEX_PARTITIONS = `
  select 'index-partition/' || i.oid as id, n.nspname as schema,
    format('place of index %I.%I', n.nspname, i.relname) as label, pg_get_userbyid(c.relowner)::text as owner,
    array[format('alter index %I.%I attach partition %I.%I', pn.nspname, p.relname, n.nspname, i.relname)]
      as statements,
    array['pg_class/' || i.oid, 'pg_class/' || p.oid] as needs
  ${FROM_INDEXES} join pg_inherits h on h.inhrelid = i.oid join pg_class p on p.oid = h.inhparent
  join pg_namespace pn on pn.oid = p.relnamespace
  where n.oid = any ($1)
  order by n.nspname, i.relname`;

const INDEX_MARKS = `
  select 'index-mark/' || i.oid as id, n.nspname as schema,
    format('use of index %I.%I', n.nspname, i.relname) as label, pg_get_userbyid(c.relowner)::text as owner,
    array_remove(array[
      case when x.indisclustered then format('alter table %I.%I cluster on %I', n.nspname, c.relname, i.relname) end,
      case when x.indisreplident then format('alter table only %I.%I replica identity using index %I',
        n.nspname, c.relname, i.relname) end], null) as statements,
    array['pg_class/' || i.oid] as needs
  ${FROM_INDEXES} where n.oid = any ($1) and (x.indisclustered or x.indisreplident)
  union all
  select 'index-mark/' || c.oid, n.nspname, format('replica identity of %I.%I', n.nspname, c.relname),
    pg_get_userbyid(c.relowner)::text,
    array[format('alter table only %I.%I replica identity %s', n.nspname, c.relname,
      case c.relreplident when 'f' then 'full' else 'nothing' end)],
    array['pg_class/' || c.oid]
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and c.relkind in ('r', 'p') and c.relreplident in ('f', 'n')`;

const STATISTICS = `
  select 'pg_statistic_ext/' || s.oid as id, n.nspname as schema,
    format('statistics %I.%I', n.nspname, s.stxname) as label, pg_get_userbyid(s.stxowner)::text as owner,
    array[pg_get_statisticsobjdef(s.oid)] as statements
  from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace
  where n.oid = any ($1) order by n.nspname, s.stxname`;

export const CONSTRAINT_QUERIES: readonly (readonly [ObjectKind, string])[] = [
  ['check', CHECKS],
  ['key', KEYS],
  ['foreign-key', FOREIGN_KEYS],
  ['index', INDEXES],
  ['index-partition', INDEX_PARTITIONS],
  ['index-mark', INDEX_MARKS],
  ['statistics', STATISTICS],
];
