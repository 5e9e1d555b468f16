// What needs what, from PostgreSQL's own book-keeping.

import type { SqlClient } from '../backup-parts.ts';

interface Edge {
  readonly id: string;
  readonly needs: string;
}

/** Addresses that stand for something of another address: a table's row type, the index of a key. */
const STAND_INS = `
  select 'pg_type/' || t.oid as id, case when t.typrelid <> 0 then 'pg_class/' || t.typrelid
      when e.oid is not null then 'pg_type/' || e.oid else 'pg_type/' || g.rngtypid end as needs
    from pg_type t left join pg_type e on e.typarray = t.oid left join pg_range g on g.rngmultitypid = t.oid
    where t.typnamespace = any ($1) and (t.typrelid <> 0 or e.oid is not null or g.rngtypid is not null)
  union all
  select 'pg_attrdef/' || d.oid, 'pg_class/' || d.adrelid from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum where a.attgenerated <> ''
  union all
  select 'pg_rewrite/' || w.oid, 'pg_class/' || w.ev_class from pg_rewrite w where w.rulename = '_RETURN'
  union all
  select 'pg_class/' || o.conindid, 'pg_constraint/' || o.oid from pg_constraint o
    where o.contype in ('p', 'u', 'x') and o.conindid <> 0
  union all
  select 'pg_constraint/' || o.oid, case when o.conrelid <> 0 then 'pg_class/' || o.conrelid
    else 'pg_type/' || o.contypid end from pg_constraint o where o.contype = 'n' and o.convalidated
  union all
  select 'pg_class/' || i.objid, 'pg_class/' || i.refobjid from pg_depend i
    join pg_class s on s.oid = i.objid and s.relkind = 'S'
    where i.classid = 'pg_class'::regclass and i.refclassid = 'pg_class'::regclass and i.deptype = 'i'`;

/** What initdb made has lower numbers; it is there everywhere. */
const EDGES = `
  select distinct classid::regclass::text || '/' || objid as id,
    refclassid::regclass::text || '/' || refobjid as needs
  from pg_depend where deptype in ('n', 'a', 'i', 'P', 'S') and objid >= 16384 and refobjid >= 16384`;

export interface Dependencies {
  /** The address of the object that `id` belongs to. */
  readonly owning: (id: string) => string;
  /** The addresses that only stand for another one's object. */
  readonly standIns: readonly string[];
  readonly edges: readonly Edge[];
}

export async function readDependencies(
  client: SqlClient,
  schemas: readonly number[],
): Promise<Dependencies> {
  const standIns = await client.query<Edge>(STAND_INS, [schemas]);
  const owners = new Map(standIns.rows.map(({ id, needs }) => [id, needs]));
  const owning = (id: string): string => {
    let found = id;
    // An array of a multirange of a range is three steps away; nothing is further.
    for (let step = 0; step < 4; step += 1) found = owners.get(found) ?? found;
    return found;
  };
  const { rows } = await client.query<Edge>(EDGES);
  const edges = rows.map(({ id, needs }) => ({ id: owning(id), needs: owning(needs) }));
  return { owning, standIns: [...owners.keys()], edges };
}
