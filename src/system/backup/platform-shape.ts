// What the platform's schema does by itself and who may use it: nothing that a backup brings for skills may change it.

import { PLATFORM_SCHEMA } from '../database/database.ts';
import type { SqlClient } from './backup-parts.ts';

/** A line for each thing: rights, columns and their defaults, triggers, rules, policies, constraints, functions. */
const LINES = `
  select 'schema', nspacl::text from pg_namespace where oid = $1::regnamespace
  union all
  select 'relation ' || oid::regclass, concat_ws(' ', relkind, relowner, relacl, relrowsecurity, relforcerowsecurity)
    from pg_class where relnamespace = $1::regnamespace
  union all
  select 'column ' || a.attrelid::regclass || '.' || a.attname, concat_ws(' ', a.attacl, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = $1::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0
  union all
  select 'trigger', concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid and c.relnamespace = $1::regnamespace where not t.tgisinternal
  union all
  select 'rule', pg_get_ruledef(r.oid) from pg_rewrite r
    join pg_class c on c.oid = r.ev_class and c.relnamespace = $1::regnamespace
  union all
  select 'policy ' || p.polname, concat_ws(' ', p.polrelid::regclass, pg_get_expr(p.polqual, p.polrelid)) from pg_policy p
    join pg_class c on c.oid = p.polrelid and c.relnamespace = $1::regnamespace
  union all
  select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = $1::regnamespace
  union all
  select 'function ' || oid::regprocedure, concat_ws(' ', md5(pg_get_functiondef(oid)), proowner, proacl)
    from pg_proc where pronamespace = $1::regnamespace and prokind in ('f', 'p')
  union all
  select 'other', concat_ws(' ', oid::regprocedure, proacl) from pg_proc
    where pronamespace = $1::regnamespace and prokind not in ('f', 'p')
  union all
  select 'default rights', concat_ws(' ', defaclrole::regrole, defaclobjtype, defaclacl)
    from pg_default_acl where defaclnamespace = $1::regnamespace`;

/** Equal where it is the same. */
export async function platformShape(client: SqlClient): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(
    `select md5(string_agg(concat_ws(' ', thing, text), e'\\n' order by thing, text)) as shape
     from (${LINES}) lines (thing, text)`,
    [PLATFORM_SCHEMA],
  );
  return rows[0]?.shape ?? '';
}
