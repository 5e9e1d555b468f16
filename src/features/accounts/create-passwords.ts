// Changes a password.

import { sql } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { AccountStore } from './account-store.ts';
import type { PersonRow } from './account-tables.ts';
import { findPerson } from './find-person.ts';
import { found } from './not-found.ts';
import { endSignIns, openSignIn } from './open-sign-in.ts';
import { isPassword, passwordHash } from './password-hash.ts';
import type { Passwords } from './passwords.ts';
import type { SignedIn, SignInPlace } from './sign-ins.ts';
import type { SubjectParts } from './subject-parts.ts';
import type { Throttle } from './throttle.ts';

export function createPasswords(parts: SubjectParts, throttle: Throttle): Passwords {
  return {
    async change(caller, { current = '', next }, place) {
      const { orgId, personId, signInId } = caller;
      if (signInId === undefined) {
        throw new AppError('not-allowed', accountTexts.browserNeeded());
      }
      const person = found(await findPerson(parts.store, orgId, personId), 'person');
      if (person.passwordHash !== null && !(await isFreshFromLink(parts.store, signInId))) {
        await requireCurrent(throttle, { person, current, place });
      }
      return replacePassword(parts, { person, hash: await passwordHash(next), place });
    },
  };
}

/** Who came by a link has forgotten the password. */
async function isFreshFromLink(store: AccountStore, signInId: string): Promise<boolean> {
  const row = await store.read((tables) =>
    tables
      .selectFrom('signIns')
      .select('id')
      .where('id', '=', signInId)
      .where('via', '=', 'link')
      .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

async function requireCurrent(
  throttle: Throttle,
  given: { readonly person: PersonRow; readonly current: string; readonly place: SignInPlace },
): Promise<void> {
  const { person, current, place } = given;
  const attempt = { login: person.login, address: place.address };
  await throttle.begin(attempt);
  if (!(await isPassword(current, person.passwordHash))) {
    throw new AppError('sign-in-refused', accountTexts.passwordWrong());
  }
  await throttle.succeeded(attempt);
}

function replacePassword(
  parts: SubjectParts,
  change: { readonly person: PersonRow; readonly hash: string; readonly place: SignInPlace },
): Promise<SignedIn> {
  const { hash, place } = change;
  return parts.store.write(async (tables) => {
    const row = await tables
      .updateTable('people')
      .set({ passwordHash: hash })
      .where('id', '=', change.person.id)
      // Of two changes at once the second has proved a password that is none any more.
      .where('passwordHash', 'is not distinct from', change.person.passwordHash)
      .where('isDisabled', '=', false)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new AppError('sign-in-refused', accountTexts.passwordWrong());
    await endSignIns(tables, row);
    return openSignIn(tables, parts, { person: row, via: 'password', place });
  });
}
