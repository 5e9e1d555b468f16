// Functions and procedures, and what fires by itself: triggers, rules.

import { notOfExtension } from './catalogue-sql.ts';
import type { ObjectKind } from './schema-object.ts';

const FUNCTIONS = `
  select 'pg_proc/' || p.oid as id, n.nspname as schema,
    format('function %s', p.oid::regprocedure) as label, pg_get_userbyid(p.proowner)::text as owner,
    array[pg_get_functiondef(p.oid)] as statements
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where n.oid = any ($1) and p.prokind in ('f', 'p') and l.lanname in ('sql', 'plpgsql')
    and ${notOfExtension('pg_proc', 'p.oid')}
  order by n.nspname, p.oid::regprocedure::text`;

const firing = (column: string, word: string, name: string): string =>
  `case ${column} when 'O' then '{}'::text[] else array[format('alter table %I.%I %s ${word} %I', n.nspname,
    c.relname, case ${column} when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end,
    ${name})] end`;

const TRIGGERS = `
  select 'pg_trigger/' || t.oid as id, n.nspname as schema,
    format('trigger %I on %I.%I', t.tgname, n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array[pg_get_triggerdef(t.oid)] || ${firing('t.tgenabled', 'trigger', 't.tgname')} as statements
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and not t.tgisinternal and t.tgparentid = 0
  order by n.nspname, c.relname, t.tgname`;

const RULES = `
  select 'pg_rewrite/' || w.oid as id, n.nspname as schema,
    format('rule %I on %I.%I', w.rulename, n.nspname, c.relname) as label,
    pg_get_userbyid(c.relowner)::text as owner,
    array[pg_get_ruledef(w.oid)] || ${firing('w.ev_enabled', 'rule', 'w.rulename')} as statements
  from pg_rewrite w join pg_class c on c.oid = w.ev_class join pg_namespace n on n.oid = c.relnamespace
  where n.oid = any ($1) and w.rulename <> '_RETURN'
  order by n.nspname, c.relname, w.rulename`;

export const ROUTINE_QUERIES: readonly (readonly [ObjectKind, string])[] = [
  ['function', FUNCTIONS],
  ['trigger', TRIGGERS],
  ['rule', RULES],
];
