// Starts and ends sign-ins in the tables: what passwords, links and invitations have in common.

import { sql } from 'kysely';
import type { Writing } from './account-store.ts';
import type { PersonRow } from './account-tables.ts';
import { personOfRow } from './person-of-row.ts';
import { secretHash } from './secret-hash.ts';
import type { SignedIn, SignInPlace } from './sign-ins.ts';
import type { SubjectParts } from './subject-parts.ts';

const DEVICE_MOST = 200;
const ADDRESS_MOST = 100;

export interface NewSignIn {
  /** Locked or just made in the same transaction, and enabled. */
  readonly person: PersonRow;
  readonly via: 'password' | 'link' | 'invitation';
  readonly place: SignInPlace;
}

export async function openSignIn(
  tables: Writing,
  { newId, randomToken }: Pick<SubjectParts, 'newId' | 'randomToken'>,
  { person, via, place }: NewSignIn,
): Promise<SignedIn> {
  const cookie = randomToken();
  const signInId = newId();
  const { orgId, id: personId } = person;
  await tables
    .insertInto('signIns')
    .values({
      id: signInId,
      orgId,
      personId,
      secretHash: secretHash(cookie),
      via,
      address: storable(place.address, ADDRESS_MOST),
      device: storable(place.device ?? '', DEVICE_MOST),
    })
    .execute();
  return { person: personOfRow(person), signInId, cookie };
}

/** Ends all of a person's sign-ins and takes back their links. */
export async function endSignIns(
  tables: Writing,
  { orgId, id }: Pick<PersonRow, 'orgId' | 'id'>,
): Promise<void> {
  await tables
    .updateTable('signIns')
    .set({ endedAt: sql`now()` })
    .where('orgId', '=', orgId)
    .where('personId', '=', id)
    .where('endedAt', 'is', null)
    .execute();
  await tables
    .updateTable('signInLinks')
    .set({ usedAt: sql`now()` })
    .where('orgId', '=', orgId)
    .where('personId', '=', id)
    .where('usedAt', 'is', null)
    .execute();
}

/** A header's value may be anything. */
function storable(text: string, most: number): string {
  return text.slice(0, most).replaceAll('\0', '').toWellFormed();
}
