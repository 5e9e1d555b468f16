// Makes a person of the organisation out of whoever holds an invitation, once.

import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { Writing } from './account-store.ts';
import type { InvitationRow } from './account-tables.ts';
import { checkedLogin, checkedName, sameWordKey } from './account-words.ts';
import type { NewPerson } from './invitations.ts';
import { openSignIn } from './open-sign-in.ts';
import { passwordHash } from './password-hash.ts';
import { secretHash } from './secret-hash.ts';
import type { SignedIn, SignInPlace } from './sign-ins.ts';
import type { SubjectParts } from './subject-parts.ts';

/** In a statement over `invitations`. Whoever invited must still be there and still be allowed to. */
export function isOpenInvitation(token: string): RawBuilder<boolean> {
  return sql<boolean>`invitations.token_hash = ${secretHash(token)}
    and invitations.used_at is null and invitations.revoked_at is null
    and invitations.expires_at > now()
    and exists (select from platform.people inviter
      where inviter.id = invitations.invited_by and not inviter.is_disabled
        and (inviter.position = 'owner'
          or inviter.position = 'admin' and invitations.position <> 'owner'))`;
}

interface Acceptance {
  readonly token: string;
  readonly person: NewPerson;
  readonly place: SignInPlace;
}

export async function acceptInvitation(
  parts: SubjectParts,
  { token, person, place }: Acceptance,
): Promise<SignedIn> {
  const { store, newId } = parts;
  const name = checkedName(person.name);
  const login = checkedLogin(person.login);
  // Hashing is dear: not for a token that is none.
  const open = await store.read((tables) =>
    tables.selectFrom('invitations').select('id').where(isOpenInvitation(token)).executeTakeFirst(),
  );
  if (open === undefined) throw expired();
  const hash = person.password === undefined ? null : await passwordHash(person.password);
  return store.write(async (tables) => {
    const invitation = await useUp(tables, token);
    const { orgId, position } = invitation;
    const made = await tables
      .insertInto('people')
      .values({
        id: newId(),
        orgId,
        name,
        login,
        loginKey: sameWordKey(login),
        position,
        language: person.language,
        passwordHash: hash,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await finish(tables, invitation, made.id);
    return openSignIn(tables, parts, { person: made, via: 'invitation', place });
  });
}

async function useUp(tables: Writing, token: string): Promise<InvitationRow> {
  const row = await tables
    .updateTable('invitations')
    .set({ usedAt: sql`now()` })
    .where(isOpenInvitation(token))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw expired();
  return row;
}

async function finish(
  tables: Writing,
  { id, orgId, teamId, teamRole }: InvitationRow,
  personId: string,
): Promise<void> {
  await tables
    .updateTable('invitations')
    .set({ acceptedBy: personId })
    .where('id', '=', id)
    .execute();
  if (teamId === null || teamRole === null) return;
  await tables.insertInto('teamMembers').values({ orgId, teamId, personId, teamRole }).execute();
}

function expired(): AppError {
  return new AppError('link-expired', accountTexts.invitationExpired());
}
