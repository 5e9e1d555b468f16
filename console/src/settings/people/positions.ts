// What somebody may make of somebody else.

import type { PersonBody } from '#contract/api/people-routes.ts';

export type Position = PersonBody['position'];

const FROM_LEAST = ['member', 'admin', 'owner'] as const satisfies readonly Position[];

/** Owners are made, and changed, by owners only. */
export function positionsFor(own: Position): readonly Position[] {
  return own === 'owner' ? FROM_LEAST : FROM_LEAST.filter((each) => each !== 'owner');
}
