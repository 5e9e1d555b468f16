// Sign-in links in the database.

import { sql } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { AccountStore } from './account-store.ts';
import type { PersonRow } from './account-tables.ts';
import { checkedLogin, sameWordKey } from './account-words.ts';
import { found } from './not-found.ts';
import { openSignIn } from './open-sign-in.ts';
import { isAdmin, requireAdminChanging, requireOwnerChanging } from './rights.ts';
import { isSecret, secretHash } from './secret-hash.ts';
import { signInLinkFault } from './sign-in-link-fault.ts';
import { SIGN_IN_LINK_MINUTES, type SignInLink, type SignInLinks } from './sign-in-links.ts';
import type { SignedIn, SignInPlace } from './sign-ins.ts';
import type { SubjectParts } from './subject-parts.ts';

export function createSignInLinks(parts: SubjectParts): SignInLinks {
  return {
    async issue(whom) {
      return insertLink(parts, await findPerson(parts.store, whom));
    },
    async create(caller, personId) {
      requireAdminChanging(caller);
      const person = await findPerson(parts.store, { personId, orgId: caller.orgId });
      // With the link one becomes that person: an admin must not become another admin.
      if (isAdmin(person.position)) requireOwnerChanging(caller);
      return insertLink(parts, person);
    },
    async check(token) {
      const fault = await parts.store.read((tables) => signInLinkFault(tables, token));
      if (fault !== undefined) throw fault;
    },
    redeem: (token, place) => redeemLink(parts, token, place),
  };
}

type Whom = { readonly personId: string; readonly orgId?: string } | { readonly login: string };

async function findPerson(store: AccountStore, whom: Whom): Promise<PersonRow> {
  const row = await store.read((tables) => {
    const all = tables.selectFrom('people').selectAll();
    if ('login' in whom) {
      return all.where('loginKey', '=', sameWordKey(checkedLogin(whom.login))).executeTakeFirst();
    }
    const one = all.where('id', '=', whom.personId);
    const { orgId } = whom;
    return (orgId === undefined ? one : one.where('orgId', '=', orgId)).executeTakeFirst();
  });
  const person = found(row, 'person');
  if (person.isDisabled) throw new AppError('not-found', accountTexts.personDisabled());
  return person;
}

async function insertLink(
  { store, randomToken }: SubjectParts,
  { orgId, id: personId }: PersonRow,
): Promise<SignInLink> {
  const token = randomToken();
  const { expiresAt } = await store.write((tables) =>
    tables
      .insertInto('signInLinks')
      .values({
        tokenHash: secretHash(token),
        orgId,
        personId,
        expiresAt: sql<Date>`now() + make_interval(mins => ${SIGN_IN_LINK_MINUTES})`,
      })
      .returning('expiresAt')
      .executeTakeFirstOrThrow(),
  );
  return { token, personId, expiresAt };
}

function redeemLink(parts: SubjectParts, token: string, place: SignInPlace): Promise<SignedIn> {
  return parts.store.write(async (tables) => {
    const link = isSecret(token)
      ? await tables
          .updateTable('signInLinks')
          .set({ usedAt: sql`now()` })
          .where('tokenHash', '=', secretHash(token))
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', sql<Date>`now()`)
          .returning(['orgId', 'personId'])
          .executeTakeFirst()
      : undefined;
    const person =
      link &&
      (await tables
        .selectFrom('people')
        .selectAll()
        .where('orgId', '=', link.orgId)
        .where('id', '=', link.personId)
        .where('isDisabled', '=', false)
        .forShare()
        .executeTakeFirst());
    if (person === undefined)
      throw (
        (link === undefined ? await signInLinkFault(tables, token) : undefined) ??
        new AppError('link-expired', accountTexts.linkExpired())
      );
    return openSignIn(tables, parts, { person, via: 'link', place });
  });
}
