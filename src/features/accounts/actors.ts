// Finds who is at the other end of a session.

import type { ActorFacts, ActorPlace } from './actor.ts';

export interface Actor {
  /** For the fixed context. `external_id` is not among it (CTX-08). */
  readonly facts: ActorFacts;
  /** The person of the organisation, for `user_id`; null where it is nobody of it. */
  readonly personId: string | null;
}

export interface Actors {
  /** For the platform itself. */
  resolve(place: ActorPlace & { readonly orgId: string }): Promise<Actor>;
}
