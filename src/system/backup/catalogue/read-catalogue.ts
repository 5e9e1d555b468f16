// All that a backup must know of the skill schemas: their objects in an order in which they can be made, and what can't be.

import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { SqlClient } from '../backup-parts.ts';
import { orderObjects } from './order-objects.ts';
import { readDependencies, type Dependencies } from './read-dependencies.ts';
import { readComments, readObjects } from './read-objects.ts';
import { readRoles, type RoleFacts } from './read-roles.ts';
import { readUnsupported } from './read-unsupported.ts';
import type { CatalogueObject, SchemaObject } from './schema-object.ts';

export interface Catalogue {
  readonly objects: readonly SchemaObject[];
  readonly roles: readonly RoleFacts[];
  readonly leftOut: readonly Text[];
}

/** `schemas` are the oids of the skill schemas. Sets an empty `search_path` for the transaction. */
export async function readCatalogue(
  client: SqlClient,
  schemas: readonly number[],
): Promise<Catalogue> {
  await client.query(`set local search_path = ''`);
  const roles = await readRoles(client, schemas);
  const found = await readObjects(client, schemas);
  const unsupported = await readUnsupported(client, schemas);
  const known = await knownOwners(client, roles);
  const foreign = found.filter(({ owner }) => !known.has(owner));
  const dependencies = await readDependencies(client, schemas);
  const tied = withNeeds(found, dependencies);
  const { kept, lost } = withoutUnsupported(
    tied,
    new Map([...unsupported, ...foreign].map(({ id, label }) => [id, label])),
  );
  const comments = await readComments(client, byEveryId(kept, dependencies));
  const { ordered, circular } = orderObjects(withRows([...kept, ...comments]));
  const named = new Set(roles.map(({ name }) => name));
  return {
    objects: refreshedLast(ordered)
      .filter(({ kind, statements }) => kind === 'rows' || statements.length > 0)
      .map((object) => published(object, named)),
    roles,
    leftOut: [
      ...unsupported.map(({ label }) => backupTexts.cannotRebuild(label)),
      ...foreign.map(({ label, owner }) => backupTexts.ownerNotOurs(label, owner)),
      ...lost.map(({ label, needs }) => backupTexts.needsWhatCannot(label, needs)),
      ...circular.map(({ label }) => backupTexts.circular(label)),
    ],
  };
}

/** What belongs to anybody else must not come back as the platform's: its code would run with the platform's rights. */
async function knownOwners(
  client: SqlClient,
  roles: readonly RoleFacts[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select session_user::text as name');
  return new Set([...rows, ...roles].map(({ name }) => name).concat('pg_database_owner'));
}

function withNeeds(
  objects: readonly CatalogueObject[],
  { owning, edges }: Dependencies,
): readonly CatalogueObject[] {
  const needs = new Map(objects.map(({ id, needs: own }) => [id, new Set(own.map(owning))]));
  for (const edge of edges) {
    // A sequence of a column is tied to it last, by its `ownership`; the column's default needs it first.
    if (edge.id !== edge.needs) needs.get(edge.id)?.add(edge.needs);
  }
  return objects.map((object) => {
    const all = [...(needs.get(object.id) ?? [])];
    return { ...object, needs: object.kind === 'sequence' ? [] : all };
  });
}

interface Sifted {
  readonly kept: readonly CatalogueObject[];
  readonly lost: readonly { readonly label: string; readonly needs: string }[];
}

function withoutUnsupported(
  objects: readonly CatalogueObject[],
  unsupported: ReadonlyMap<string, string>,
): Sifted {
  const gone = new Map(unsupported);
  const missingOf = ({ needs }: CatalogueObject) => needs.find((id) => gone.has(id));
  const lost: { label: string; needs: string }[] = [];
  let kept = objects.filter(({ id }) => !gone.has(id));
  // Each round finds what needs what the last one lost.
  for (let before = -1; before !== gone.size;) {
    before = gone.size;
    for (const object of kept) {
      const missing = missingOf(object);
      if (missing === undefined) continue;
      gone.set(object.id, object.label);
      lost.push({ label: object.label, needs: gone.get(missing) ?? '' });
    }
    kept = kept.filter(({ id }) => !gone.has(id));
  }
  return { kept, lost };
}

/** Remarks also hang on what only stands for an object: the index of a key, a row type. */
function byEveryId(
  objects: readonly CatalogueObject[],
  { owning, standIns }: Dependencies,
): ReadonlyMap<string, CatalogueObject> {
  const byId = new Map(objects.map((object) => [object.id, object]));
  for (const id of standIns) {
    const object = byId.get(owning(id));
    if (object !== undefined && !byId.has(id)) byId.set(id, object);
  }
  return byId;
}

/** A view may be computed from another: they are filled in the order in which they were made. */
function refreshedLast(objects: readonly CatalogueObject[]): readonly CatalogueObject[] {
  const places = new Map(objects.map(({ id }, place) => [id, place]));
  const placeOf = ({ needs }: CatalogueObject) => places.get(needs[0] ?? '') ?? 0;
  const refreshes = objects.filter(({ kind }) => kind === 'refresh');
  return [
    ...objects.filter(({ kind }) => kind !== 'refresh'),
    ...refreshes.toSorted((one, other) => placeOf(one) - placeOf(other)),
  ];
}

/** Marks where the rows come in: after all that stores them, before anything that would look at them or run for them. */
function withRows(objects: readonly CatalogueObject[]): readonly CatalogueObject[] {
  const rows: CatalogueObject = {
    id: 'rows',
    kind: 'rows',
    schema: '',
    label: 'rows',
    owner: '',
    statements: [],
    needs: objects.filter(({ kind }) => STORING.has(kind)).map(({ id }) => id),
  };
  const others = objects.map((object) =>
    AFTER_ROWS.has(object.kind) ? { ...object, needs: [...object.needs, rows.id] } : object,
  );
  return [...others, rows];
}

const STORING = new Set(['table', 'default', 'sequence', 'schema-rights', 'extension']);

const AFTER_ROWS = new Set([
  'partition',
  'domain-check',
  'check',
  'index',
  'foreign-key',
  'trigger',
  'rule',
  'policy',
  'row-security',
]);

function published(object: CatalogueObject, roles: ReadonlySet<string>): SchemaObject {
  const { kind, schema, label, statements } = object;
  return {
    kind,
    schema,
    label,
    owner: roles.has(object.owner) ? object.owner : null,
    statements: [...statements],
  };
}
