// What lies in the skill schemas and can't be rebuilt: never passed over in silence.

import type { SqlClient } from '../backup-parts.ts';
import { notOfExtension } from './catalogue-sql.ts';

export interface Unsupported {
  /** Its address in the catalogue: what needs it can't be rebuilt either. */
  readonly id: string;
  readonly label: string;
}

/** Catalogues of things with a name in a schema that only few can make: catalogue, name column, schema column, word. */
const RARE = [
  ['pg_operator', 'oprname', 'oprnamespace', 'operator'],
  ['pg_opclass', 'opcname', 'opcnamespace', 'operator class'],
  ['pg_opfamily', 'opfname', 'opfnamespace', 'operator family'],
  ['pg_collation', 'collname', 'collnamespace', 'collation'],
  ['pg_conversion', 'conname', 'connamespace', 'conversion'],
  ['pg_ts_config', 'cfgname', 'cfgnamespace', 'text search configuration'],
  ['pg_ts_dict', 'dictname', 'dictnamespace', 'text search dictionary'],
  ['pg_ts_parser', 'prsname', 'prsnamespace', 'text search parser'],
  ['pg_ts_template', 'tmplname', 'tmplnamespace', 'text search template'],
] as const;

const rare = RARE.map(
  ([catalogue, name, schema, word]) => `
  select '${catalogue}/' || x.oid as id, format('${word} %I.%s', n.nspname, x.${name}) as label
  from ${catalogue} x join pg_namespace n on n.oid = x.${schema}
  where n.oid = any ($1) and ${notOfExtension(catalogue, 'x.oid')}`,
);

const UNSUPPORTED = [
  ...rare,
  `select 'pg_class/' || c.oid, format('%s %I.%I', case c.relkind when 'f' then 'foreign table' else 'typed table' end,
      n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.oid = any ($1) and (c.relkind = 'f' or c.relkind in ('r', 'p') and c.reloftype <> 0)
      and ${notOfExtension('pg_class', 'c.oid')}`,
  `select 'pg_class/' || i.oid, format('invalid index %I.%I', n.nspname, i.relname)
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
    where n.oid = any ($1) and not x.indisvalid and i.relkind = 'i'`,
  `select 'pg_proc/' || p.oid, format('%s %s', case p.prokind when 'a' then 'aggregate' else 'function' end,
      p.oid::regprocedure)
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = any ($1) and (p.prokind not in ('f', 'p') or l.lanname not in ('sql', 'plpgsql'))
      and ${notOfExtension('pg_proc', 'p.oid')}
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
        and d.deptype = 'i')`,
  `select 'pg_type/' || t.oid, format('base type %I.%I', n.nspname, t.typname)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.oid = any ($1) and t.typtype in ('b', 'p') and t.typcategory <> 'A'
      and ${notOfExtension('pg_type', 't.oid')}`,
  `select 'pg_cast/' || k.oid, format('cast from %s to %s', k.castsource::regtype, k.casttarget::regtype)
    from pg_cast k where (k.castsource in (select oid from pg_type where typnamespace = any ($1))
      or k.casttarget in (select oid from pg_type where typnamespace = any ($1)))
      and ${notOfExtension('pg_cast', 'k.oid')}
      and not exists (select from pg_depend d where d.classid = 'pg_cast'::regclass and d.objid = k.oid
        and d.deptype = 'i')`,
  `select 'pg_largeobject/0', format('%s large objects', count(*)) from pg_largeobject_metadata
    having count(*) > 0`,
  `select 'pg_publication/' || p.oid, format('publication %I', p.pubname) from pg_publication p
    where exists (select from unnest($1::oid[]))`,
  `select 'pg_default_acl/' || f.oid, format('default rights of role %I', pg_get_userbyid(f.defaclrole))
    from pg_default_acl f where f.defaclnamespace = 0 and f.defaclrole in (
      select relowner from pg_class where relnamespace = any ($1)
      union select nspowner from pg_namespace where oid = any ($1))`,
].join('\nunion all\n');

export async function readUnsupported(
  client: SqlClient,
  schemas: readonly number[],
): Promise<readonly Unsupported[]> {
  const { rows } = await client.query<Unsupported>(UNSUPPORTED, [schemas]);
  return rows;
}
