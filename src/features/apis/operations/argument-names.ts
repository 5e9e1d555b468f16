// The keys of a tool's input: one for each parameter and each property of the body, also where two have one name.

import { uniqueNames, type NameWish } from './unique-names.ts';

/** A place's own name wins over those that come after it. */
const RANKS: Readonly<Record<string, number>> = {
  path: 0,
  query: 1,
  header: 2,
  cookie: 3,
  body: 4,
};

export interface PlacedName {
  readonly place: string;
  readonly name: string;
}

/** In the order that is given; `body` stands for the body as a whole too. */
export function argumentNames(names: readonly PlacedName[]): readonly string[] {
  const wishes = names.map<NameWish>(({ place, name }) => ({
    wanted: name,
    identity: `${place} ${name}`,
    rank: RANKS[place] ?? 0,
    suffix: place,
  }));
  return uniqueNames(wishes, { refused: /[^\w.-]+/g, fallback: 'value' });
}
