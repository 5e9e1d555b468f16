// Pieces that the catalogue's queries share.

/** Leaves out what an extension brought: it comes back with the extension. */
export function notOfExtension(catalogue: string, oid: string): string {
  return `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass
    and e.objid = ${oid} and e.deptype = 'e')`;
}

/** A role's name as SQL: the platform's own is called something else on another machine. */
export function roleSql(oid: string): string {
  return `case ${oid} when 0 then 'public'
    else (select case when r.rolname in (session_user, 'pg_database_owner') or r.rolsuper
      then 'session_user' else quote_ident(r.rolname) end from pg_roles r where r.oid = ${oid}) end`;
}

/** ` collate "x"` where it is not the type's own. */
export function collateSql(collation: string, ownCollation: string): string {
  return `case when ${collation} <> 0 and ${collation} <> ${ownCollation}
    then (select format(' collate %I.%I', cn.nspname, co.collname) from pg_collation co
      join pg_namespace cn on cn.oid = co.collnamespace where co.oid = ${collation})
    else '' end`;
}

/** ` with (a=b)` of a relation's options. */
export function optionsSql(options: string): string {
  return `case when ${options} is null then ''
    else format(' with (%s)', array_to_string(${options}, ', ')) end`;
}
