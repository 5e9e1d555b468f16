// Puts objects into an order in which each can be made: what it needs first, else by kind.

import { OBJECT_KINDS, type CatalogueObject } from './schema-object.ts';

export interface OrderedObjects {
  readonly ordered: readonly CatalogueObject[];
  /** Those that need each other in a circle. */
  readonly circular: readonly CatalogueObject[];
}

/** `needs` may name what is not among `objects`: that is there already. */
export function orderObjects(objects: readonly CatalogueObject[]): OrderedObjects {
  const { waits, followers } = tie(objects);
  const ready = createReadyList(objects);
  const ordered: CatalogueObject[] = [];
  for (const object of objects) if (waits.get(object.id) === 0) ready.add(object);
  for (let object = ready.take(); object !== undefined; object = ready.take()) {
    ordered.push(object);
    for (const follower of followers.get(object.id) ?? []) {
      const left = (waits.get(follower.id) ?? 0) - 1;
      waits.set(follower.id, left);
      if (left === 0) ready.add(follower);
    }
  }
  const done = new Set(ordered.map(({ id }) => id));
  return { ordered, circular: objects.filter(({ id }) => !done.has(id)) };
}

interface Ties {
  /** How many objects must still come before this one. */
  readonly waits: Map<string, number>;
  readonly followers: ReadonlyMap<string, readonly CatalogueObject[]>;
}

function tie(objects: readonly CatalogueObject[]): Ties {
  const followers = new Map(objects.map(({ id }): [string, CatalogueObject[]] => [id, []]));
  const waits = new Map<string, number>();
  for (const object of objects) {
    const needs = new Set(object.needs.filter((id) => id !== object.id && followers.has(id)));
    waits.set(object.id, needs.size);
    for (const need of needs) followers.get(need)?.push(object);
  }
  return { waits, followers };
}

interface ReadyList {
  add(object: CatalogueObject): void;
  /** One of the earliest kind; of these, the one that was read first. */
  take(): CatalogueObject | undefined;
}

function createReadyList(order: readonly CatalogueObject[]): ReadyList {
  const places = new Map(order.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: CatalogueObject) => places.get(id) ?? 0;
  const byKind = OBJECT_KINDS.map((): CatalogueObject[] => []);
  return {
    add(object) {
      byKind[OBJECT_KINDS.indexOf(object.kind)]?.push(object);
    },
    take() {
      const waiting = byKind.find(({ length }) => length > 0);
      if (waiting === undefined) return undefined;
      let first = 0;
      for (const [at, object] of waiting.entries()) {
        const best = waiting[first];
        if (best !== undefined && placeOf(object) < placeOf(best)) first = at;
      }
      return waiting.splice(first, 1)[0];
    },
  };
}
