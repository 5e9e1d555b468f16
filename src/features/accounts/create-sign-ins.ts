// Browser sign-ins in the database.

import { sql } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { AccountStore } from './account-store.ts';
import type { PersonRow } from './account-tables.ts';
import { sameWordKey } from './account-words.ts';
import type { Caller } from './caller.ts';
import { found } from './not-found.ts';
import { openSignIn } from './open-sign-in.ts';
import { pageBounds, toPage, type Page, type PageRequest } from './page.ts';
import { isPassword } from './password-hash.ts';
import { requireChanging, requireReading } from './rights.ts';
import {
  SIGN_IN_DAYS,
  type SignInPlace,
  type SignedIn,
  type SignIn,
  type SignIns,
} from './sign-ins.ts';
import type { SubjectParts } from './subject-parts.ts';
import type { Throttle } from './throttle.ts';

export function createSignIns(parts: SubjectParts, throttle: Throttle): SignIns {
  const { store } = parts;
  return {
    async withPassword({ login, password, ...place }) {
      const attempt = { login: login.normalize('NFC').trim(), address: place.address };
      await throttle.begin(attempt);
      const person = await personByLogin(store, attempt.login);
      const isRight = await isPassword(password, person?.passwordHash ?? null);
      const signedIn =
        isRight && person !== undefined ? await openIfSame(parts, person, place) : undefined;
      if (signedIn === undefined) {
        throw new AppError('sign-in-refused', accountTexts.signInRefused());
      }
      await throttle.succeeded(attempt);
      return signedIn;
    },
    async signOut({ orgId, personId, signInId }) {
      if (signInId !== undefined) await endOne(store, { orgId, personId, signInId });
    },
    list: (caller, page = {}) => listSignIns(store, caller, page),
    async end(caller, signInId) {
      requireChanging(caller);
      const { orgId, personId } = caller;
      found(await endOne(store, { orgId, personId, signInId }), 'sign-in');
    },
  };
}

async function personByLogin(store: AccountStore, login: string): Promise<PersonRow | undefined> {
  return store.read((tables) =>
    tables
      .selectFrom('people')
      .selectAll()
      .where('loginKey', '=', sameWordKey(login))
      .executeTakeFirst(),
  );
}

/** Not where the password was changed, or the person disabled, while it was compared. */
function openIfSame(
  parts: SubjectParts,
  { id, passwordHash }: PersonRow,
  place: SignInPlace,
): Promise<SignedIn | undefined> {
  return parts.store.write(async (tables) => {
    const person = await tables
      .selectFrom('people')
      .selectAll()
      .where('id', '=', id)
      .where('passwordHash', '=', passwordHash)
      .where('isDisabled', '=', false)
      .forShare()
      .executeTakeFirst();
    return person && openSignIn(tables, parts, { person, via: 'password', place });
  });
}

/** Undefined where there is none of the person's. */
function endOne(
  store: AccountStore,
  of: { readonly orgId: string; readonly personId: string; readonly signInId: string },
): Promise<{ readonly id: string } | undefined> {
  return store.write((tables) =>
    tables
      .updateTable('signIns')
      .set({ endedAt: sql`coalesce(ended_at, now())` })
      .where('orgId', '=', of.orgId)
      .where('personId', '=', of.personId)
      .where('id', '=', of.signInId)
      .returning('id')
      .executeTakeFirst(),
  );
}

async function listSignIns(
  store: AccountStore,
  caller: Caller,
  page: PageRequest,
): Promise<Page<SignIn>> {
  requireReading(caller);
  const { limit, afterSeq } = pageBounds(page);
  const rows = await store.read((tables) =>
    tables
      .selectFrom('signIns')
      .select(['seq', 'id', 'device', 'address', 'lastUsedAt', 'createdAt'])
      .where('orgId', '=', caller.orgId)
      .where('personId', '=', caller.personId)
      .where('endedAt', 'is', null)
      .where('lastUsedAt', '>', sql<Date>`now() - make_interval(days => ${SIGN_IN_DAYS})`)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit + 1)
      .execute(),
  );
  return toPage(rows, limit, ({ seq: _seq, ...signIn }) => ({
    ...signIn,
    isCurrent: signIn.id === caller.signInId,
  }));
}
