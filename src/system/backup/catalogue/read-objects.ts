// Reads what lies in the skill schemas, a query for each kind: PostgreSQL itself writes most of the statements.

import type { SqlClient } from '../backup-parts.ts';
import { CONSTRAINT_QUERIES } from './constraint-queries.ts';
import { RELATION_QUERIES } from './relation-queries.ts';
import { RIGHTS_QUERIES } from './rights-queries.ts';
import { ROUTINE_QUERIES } from './routine-queries.ts';
import type { CatalogueObject, ObjectKind } from './schema-object.ts';
import { TYPE_QUERIES } from './type-queries.ts';

interface ObjectRow {
  readonly id: string;
  readonly schema: string;
  readonly label: string;
  readonly owner: string;
  readonly statements: readonly string[];
  readonly needs?: readonly string[];
}

const QUERIES: readonly (readonly [ObjectKind, string])[] = [
  ...TYPE_QUERIES,
  ...RELATION_QUERIES,
  ...ROUTINE_QUERIES,
  ...CONSTRAINT_QUERIES,
  ...RIGHTS_QUERIES,
];

/** `schemas` are the oids. The connection's `search_path` must be empty: that is what makes PostgreSQL qualify names. */
export async function readObjects(
  client: SqlClient,
  schemas: readonly number[],
): Promise<readonly CatalogueObject[]> {
  const objects: CatalogueObject[] = [];
  for (const [kind, text] of QUERIES) {
    const { rows } = await client.query<ObjectRow>(text, [schemas]);
    for (const row of rows) {
      objects.push({ ...row, kind, statements: [...row.statements], needs: row.needs ?? [] });
    }
  }
  return objects;
}

interface CommentRow {
  readonly id: string;
  readonly type: string;
  readonly identity: string;
  readonly words: string;
}

const COMMENTS = `
  select d.classoid::regclass::text || '/' || d.objoid as id, i.type, i.identity,
    quote_literal(d.description) as words
  from pg_description d,
    lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
  where d.classoid::regclass::text || '/' || d.objoid = any ($1)
  order by d.classoid, d.objoid, d.objsubid`;

/** The remarks on `objects` and on their columns. `ids` may say more than the objects: the index of a key, say. */
export async function readComments(
  client: SqlClient,
  ids: ReadonlyMap<string, CatalogueObject>,
): Promise<readonly CatalogueObject[]> {
  const { rows } = await client.query<CommentRow>(COMMENTS, [[...ids.keys()]]);
  return rows.flatMap(({ id, type, identity, words }, index) => {
    const object = ids.get(id);
    if (object === undefined) return [];
    const target = commentTarget(type, identity);
    const statements = [`comment on ${target} is ${words}`];
    const { schema, owner } = object;
    const label = `comment on ${target}`;
    const comment = { id: `comment/${index}`, kind: 'comment' as const, schema, label, owner };
    return [{ ...comment, statements, needs: [object.id] }];
  });
}

function commentTarget(type: string, identity: string): string {
  if (type.endsWith(' column')) return `column ${identity}`;
  if (type === 'domain constraint') return `constraint ${identity.replace(' on ', ' on domain ')}`;
  const words: Readonly<Record<string, string>> = {
    'table constraint': 'constraint',
    'statistics object': 'statistics',
    'composite type': 'type',
  };
  return `${words[type] ?? type} ${identity}`;
}
