// Names that providers accept, one for each thing that wants one, whatever the order in which they come (API-03).

import { createHash } from 'node:crypto';
import { cutText } from '#base/cut-text.ts';

export interface NameWish {
  readonly wanted: string;
  /** Tells it from all others, also where they want the same. */
  readonly identity: string;
  /** Of those that want the same and could have it, the lowest does; equal ones leave it to nobody. */
  readonly rank: number;
  /** Joined to the name where another has it. */
  readonly suffix?: string;
}

export interface NameRules {
  /** One character that may stand in a name. */
  readonly refused: RegExp;
  /** Where nothing of a name is left. */
  readonly fallback: string;
}

const LONGEST = 64;
const HASH_CHARS = 8;

/** In the order of the wishes. A wish that is fine as it is comes true before any that has to be changed. */
export function uniqueNames(wishes: readonly NameWish[], rules: NameRules): readonly string[] {
  const candidates = wishes.map((wish) => candidateOf(wish, rules));
  const groups = Map.groupBy(candidates, ({ base }) => base);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const left: Candidate[] = [];
  for (const [base, group] of groups) {
    const keeper = keeperOf(group);
    for (const each of group) {
      if (each !== keeper) left.push(each);
      else {
        names.set(each.wish.identity, base);
        taken.add(base);
      }
    }
  }
  // By identity, so that the order of the document decides nothing.
  for (const each of left.toSorted(byIdentity)) {
    const name = otherNames(each).find((other) => !taken.has(other)) ?? each.wish.identity;
    names.set(each.wish.identity, name);
    taken.add(name);
  }
  return wishes.map(({ identity }) => names.get(identity) ?? identity);
}

interface Candidate {
  readonly wish: NameWish;
  readonly base: string;
  /** It is as it was wanted. */
  readonly isExact: boolean;
}

function candidateOf(wish: NameWish, { refused, fallback }: NameRules): Candidate {
  const { wanted } = wish;
  const kept = wanted.replaceAll(refused, '_').replaceAll(/^_+|_+$/g, '');
  const isExact = wanted !== '' && wanted.length <= LONGEST && wanted.search(refused) < 0;
  const whole = kept === '' ? fallback : kept;
  const base = isExact ? wanted : whole.length > LONGEST ? hashed(whole, wanted) : whole;
  return { wish, base, isExact };
}

function keeperOf(group: readonly Candidate[]): Candidate | undefined {
  const exact = group.filter(({ isExact }) => isExact);
  if (exact.length === 0) return group.length === 1 ? group[0] : undefined;
  const lowest = Math.min(...exact.map(({ wish }) => wish.rank));
  const first = exact.filter(({ wish }) => wish.rank === lowest);
  return first.length === 1 ? first[0] : undefined;
}

function otherNames({ base, wish: { suffix, identity } }: Candidate): readonly string[] {
  const suffixed = suffix === undefined ? [] : [`${base}_${suffix}`];
  const hashes = [HASH_CHARS, 16, 32].map((chars) => hashed(base, identity, chars));
  return [...suffixed.filter((name) => name.length <= LONGEST), ...hashes];
}

function hashed(base: string, identity: string, chars: number = HASH_CHARS): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, chars);
  return `${cutText(base, LONGEST - chars - 1)}_${hash}`;
}

function byIdentity({ wish: one }: Candidate, { wish: other }: Candidate): number {
  return one.identity < other.identity ? -1 : 1;
}
