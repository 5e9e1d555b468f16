// One thing of a skill schema that a backup rebuilds: the statements that make it, and what must be there before.

import * as z from 'zod';

/** In this order where dependencies leave a choice; rows come in after the last table and default. */
export const OBJECT_KINDS = [
  'schema',
  'schema-rights',
  'extension',
  'enum',
  'composite',
  'range',
  'domain',
  'sequence',
  'function',
  'table',
  'default',
  'rows',
  'partition',
  'ownership',
  'domain-check',
  'check',
  'key',
  'index',
  'index-partition',
  'index-mark',
  'view',
  'materialized-view',
  'view-default',
  'foreign-key',
  'statistics',
  'rule',
  'policy',
  'row-security',
  'trigger',
  'rights',
  'default-rights',
  'comment',
  'refresh',
] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** As it stands in a backup. */
export const schemaObject = z.strictObject({
  kind: z.enum(OBJECT_KINDS),
  /** The schema it lies in: unqualified names inside functions are looked up there. */
  schema: z.string(),
  /** For people: `table "t_1"."orders"`. */
  label: z.string(),
  /** The role that makes it and so owns it; null is the platform's own. */
  owner: z.string().nullable(),
  statements: z.array(z.string()),
});

export type SchemaObject = z.infer<typeof schemaObject>;

/** While it is read: with its address in PostgreSQL's catalogue (`pg_class/16384`) and the addresses it needs. */
export interface CatalogueObject extends Omit<SchemaObject, 'owner'> {
  readonly id: string;
  readonly owner: string;
  readonly needs: readonly string[];
}
