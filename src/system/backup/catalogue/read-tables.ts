// The tables whose rows a backup holds, and where the sequences stand.

import type { SqlClient } from '../backup-parts.ts';

export interface TableFacts {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly owner: string;
  /** As the table's statements are labelled. */
  readonly label: string;
  /** In their order, without generated ones. */
  readonly columns: readonly string[];
  /** Row level security would hide rows from us, or its owner took our right to read away. */
  readonly isHidden: boolean;
}

export interface SequenceFacts {
  readonly schema: string;
  readonly name: string;
  readonly owner: string;
  /** Of what makes it: its own statement, or the table whose identity column it counts. */
  readonly label: string;
  readonly isHidden: boolean;
}

const TABLES = `
  select c.oid, n.nspname::text as schema, c.relname::text as name, pg_get_userbyid(c.relowner)::text as owner,
    format('table %I.%I', n.nspname, c.relname) as label,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    row_security_active(c.oid) or not has_table_privilege(c.oid, 'select') as "isHidden"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and c.relkind = 'r' and c.relpersistence <> 't'
    and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid
      and e.deptype = 'e')
  order by n.nspname, c.relname`;

const SEQUENCES = `
  select n.nspname::text as schema, c.relname::text as name, pg_get_userbyid(c.relowner)::text as owner,
    not has_sequence_privilege(c.oid, 'select') as "isHidden",
    coalesce((select format('table %I.%I', tn.nspname, t.relname) from pg_depend i
      join pg_class t on t.oid = i.refobjid join pg_namespace tn on tn.oid = t.relnamespace
      where i.classid = 'pg_class'::regclass and i.objid = c.oid and i.refclassid = 'pg_class'::regclass
        and i.deptype = 'i'), format('sequence %I.%I', n.nspname, c.relname)) as label
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and c.relkind = 'S' and not exists (select from pg_depend e
    where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
  order by n.nspname, c.relname`;

export async function readTables(
  client: SqlClient,
  schemas: readonly number[],
): Promise<readonly TableFacts[]> {
  const { rows } = await client.query<TableFacts>(TABLES, [schemas]);
  return rows;
}

export async function readSequences(
  client: SqlClient,
  schemas: readonly number[],
): Promise<readonly SequenceFacts[]> {
  const { rows } = await client.query<SequenceFacts>(SEQUENCES, [schemas]);
  return rows;
}
