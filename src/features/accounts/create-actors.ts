// Finds who is at the other end of a session.

import type { AccountStore } from './account-store.ts';
import { actorFacts, actorKeyOf, SIGNED_IN_CHANNELS } from './actor.ts';
import type { Actors } from './actors.ts';
import type { Contact, Contacts } from './contacts.ts';
import { findPerson } from './find-person.ts';
import type { Person } from './people.ts';
import { personOfRow } from './person-of-row.ts';
import type { SubjectParts } from './subject-parts.ts';

export function createActors({ store }: SubjectParts, contacts: Contacts): Actors {
  return {
    async resolve({ orgId, isOnBehalf, ...place }) {
      const key = actorKeyOf(place);
      if (key === '') return { facts: actorFacts({ key }), personId: null };
      const { channel } = place;
      const contact = await contacts.find({ orgId, channel, key });
      const person = await actingPerson(store, orgId, personIdOf(channel, key, contact));
      const facts = actorFacts({ key, contact, person, isOnBehalf });
      return { facts, personId: person?.id ?? null };
    },
  };
}

/**
 * On the web the key is the id of who is signed in, whatever an admin wrote into a contact of that key; elsewhere an open
 * id says nothing about who of us it is, and the contact does.
 */
function personIdOf(
  channel: string,
  key: string,
  contact: Contact | undefined,
): string | undefined {
  if (SIGNED_IN_CHANNELS.has(channel)) return key;
  return contact?.personId ?? undefined;
}

/** Enabled ones only: nobody else acts. */
async function actingPerson(
  store: AccountStore,
  orgId: string,
  personId: string | undefined,
): Promise<Person | undefined> {
  if (personId === undefined) return undefined;
  const row = await findPerson(store, orgId, personId);
  return row === undefined || row.isDisabled ? undefined : personOfRow(row);
}
