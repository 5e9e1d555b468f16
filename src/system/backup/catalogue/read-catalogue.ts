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
  const dependencies = await readDependencies(client, schemas);
  const tied = withNeeds(found, dependencies);
  const { kept, lost } = withoutUnsupported(
    tied,
    new Map(unsupported.map(({ id, label }) => [id, label])),
  );
  const comments = await readComments(client, byEveryId(kept, dependencies));
  const { ordered, circular } = orderObjects([...kept, ...comments]);
  const known = new Set(roles.map(({ name }) => name));
  return {
    objects: withRows(refreshedLast(ordered).filter(({ statements }) => statements.length > 0)).map((object) =>
      published(object, known),
    ),
    roles,
    leftOut: [
      ...unsupported.map(({ label }) => backupTexts.cannotRebuild(label)),
      ...lost.map(({ label, needs }) => backupTexts.needsWhatCannot(label, needs)),
      ...circular.map(({ label }) => backupTexts.circular(label)),
    ],
  };
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

/** Marks where the rows come in: after the last thing that takes part in storing them. */
function withRows(objects: readonly CatalogueObject[]): readonly CatalogueObject[] {
  const last = objects.findLastIndex(({ kind }) => STORING.has(kind));
  const rows: CatalogueObject = {
    id: 'rows',
    kind: 'rows',
    schema: '',
    label: 'rows',
    owner: '',
    statements: [],
    needs: [],
  };
  return [...objects.slice(0, last + 1), rows, ...objects.slice(last + 1)];
}

const STORING = new Set([
  'table',
  'partition',
  'default',
  'sequence',
  'schema',
  'schema-rights',
  'extension',
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
