// Names as SQL.

import { escapeIdentifier } from 'pg';

export function quoted(name: string): string {
  return escapeIdentifier(name);
}

export function tableSql({
  schema,
  name,
}: {
  readonly schema: string;
  readonly name: string;
}): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

interface CopiedTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** `"s"."t" ("a", "b")`; without a list where there is nothing to list, which COPY takes for every ungenerated column. */
export function copyTarget(table: CopiedTable): string {
  if (table.columns.length === 0) return tableSql(table);
  return `${tableSql(table)} (${table.columns.map(quoted).join(', ')})`;
}
