// What two databases must have in common, as queries that name things instead of numbering them.

const OURS = `(select oid from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'pgboss'))`;
/** Sorted by names that are the same in both databases. */
const acl = (column: string): string =>
  `(select array_agg(x.a order by x.a) from (select replace(a::text, (select pg_get_userbyid(datdba)::text
    from pg_database where datname = current_database()), '<owner>') as a from unnest(${column}) a) x)`;

/** Each gives a JSON value `fact`. */
export const CATALOGUE_FACTS: readonly (readonly [string, string])[] = [
  [
    'schema',
    `select jsonb_build_array(nspname, pg_get_userbyid(nspowner), ${acl('nspacl')}) as fact
      from pg_namespace where oid in ${OURS}`,
  ],
  [
    'relation',
    `select jsonb_build_array(c.oid::regclass, c.relkind, c.relpersistence, pg_get_userbyid(c.relowner),
      ${acl('c.relacl')}, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.relispartition,
      c.relispopulated, pg_get_expr(c.relpartbound, c.oid),
      case c.relkind when 'p' then pg_get_partkeydef(c.oid) end,
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
      (select array_agg(h.inhparent::regclass::text order by h.inhseqno) from pg_inherits h where h.inhrelid = c.oid),
      (select tc.reloptions from pg_class tc where tc.oid = c.reltoastrelid)) as fact
      from pg_class c where c.relnamespace in ${OURS}`,
  ],
  [
    'column',
    `select jsonb_build_array(c.oid::regclass, a.attname,
      (select count(*) from pg_attribute b where b.attrelid = c.oid and b.attnum between 1 and a.attnum
        and not b.attisdropped),
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
      a.attcompression, a.attcollation::regcollation, a.attstattarget, a.attoptions, ${acl('a.attacl')},
      pg_get_expr(d.adbin, d.adrelid)) as fact
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace in ${OURS} and a.attnum > 0 and not a.attisdropped and c.relkind <> 'S'`,
  ],
  [
    'constraint',
    `select jsonb_build_array(conname, conrelid::regclass, contypid::regtype, contype, convalidated, conislocal,
      pg_get_constraintdef(oid)) as fact
      from pg_constraint where connamespace in ${OURS}`,
  ],
  [
    'index',
    `select jsonb_build_array(pg_get_indexdef(x.indexrelid), x.indisvalid, x.indisclustered, x.indisreplident,
      (select array_agg(h.inhparent::regclass::text) from pg_inherits h where h.inhrelid = x.indexrelid)) as fact
      from pg_index x join pg_class c on c.oid = x.indrelid where c.relnamespace in ${OURS}`,
  ],
  [
    'sequence',
    `select jsonb_build_array(s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax,
      s.seqmin, s.seqcache, s.seqcycle, (select array_agg(format('%s %s %s', d.refobjid::regclass, d.refobjsubid, d.deptype))
        from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
      as fact
      from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace in ${OURS}`,
  ],
  [
    'function',
    `select jsonb_build_array(pg_get_functiondef(oid), pg_get_userbyid(proowner), ${acl('proacl')}) as fact
      from pg_proc where pronamespace in ${OURS} and prokind in ('f', 'p')`,
  ],
  [
    'type',
    `select jsonb_build_array(t.oid::regtype, t.typtype, pg_get_userbyid(t.typowner), ${acl('t.typacl')},
      format_type(t.typbasetype, t.typtypmod), t.typnotnull, pg_get_expr(t.typdefaultbin, 0),
      t.typcollation::regcollation,
      (select array_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
      (select jsonb_build_array(g.rngsubtype::regtype, g.rngmultitypid::regtype, g.rngcollation::regcollation,
        g.rngsubdiff::regproc) from pg_range g where g.rngtypid = t.oid)) as fact
      from pg_type t where t.typnamespace in ${OURS}`,
  ],
  [
    'trigger',
    `select jsonb_build_array(pg_get_triggerdef(t.oid), t.tgenabled) as fact
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace in ${OURS} and not t.tgisinternal`,
  ],
  [
    'rule',
    `select jsonb_build_array(pg_get_ruledef(w.oid), w.ev_enabled) as fact
      from pg_rewrite w join pg_class c on c.oid = w.ev_class where c.relnamespace in ${OURS}`,
  ],
  [
    'policy',
    `select jsonb_build_array(y.polname, y.polrelid::regclass, y.polcmd, y.polpermissive,
      (select array_agg(case u when 0 then 'public' else pg_get_userbyid(u) end order by u = 0)
        from unnest(y.polroles) u),
      pg_get_expr(y.polqual, y.polrelid), pg_get_expr(y.polwithcheck, y.polrelid)) as fact
      from pg_policy y join pg_class c on c.oid = y.polrelid where c.relnamespace in ${OURS}`,
  ],
  [
    'statistics',
    `select jsonb_build_array(pg_get_statisticsobjdef(oid)) as fact
      from pg_statistic_ext where stxnamespace in ${OURS}`,
  ],
  [
    'default rights',
    `select jsonb_build_array(pg_get_userbyid(defaclrole), defaclnamespace::regnamespace, defaclobjtype,
      ${acl('defaclacl')}) as fact from pg_default_acl`,
  ],
  [
    'comment',
    `select jsonb_build_array(i.type, i.identity, d.description) as fact
      from pg_description d, lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
      where (d.objoid >= 16384) and (i.type, i.identity) <> ('schema', 'platform')`,
  ],
  [
    'extension',
    `select jsonb_build_array(extname, extnamespace::regnamespace) as fact from pg_extension`,
  ],
];

/** Each relation with the query that gives one `fact` a row. */
export const NAMED_RELATIONS = `
  select n.nspname::text as schema, c.relname::text as name,
    case c.relkind when 'S' then format('select jsonb_build_array(last_value, is_called)::text as fact from %I.%I',
      n.nspname, c.relname)
    else format('select to_jsonb(md5(x::text))::text || left(x::text, 200) as fact from only %I.%I x',
      n.nspname, c.relname) end as query
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'pgboss')
    and (c.relkind in ('r', 'S') or c.relkind = 'm' and c.relispopulated)
  order by 1, 2`;
