// Invitations in the database.

import { sql } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import { acceptInvitation, isOpenInvitation } from './accept-invitation.ts';
import type { AccountStore } from './account-store.ts';
import type { InvitationRow } from './account-tables.ts';
import { checkedText } from './account-words.ts';
import type { Caller } from './caller.ts';
import {
  INVITATION_DAYS,
  type InvitationContent,
  type InvitationStatus,
  type Invitation,
  type InvitationPreview,
  type Invitations,
} from './invitations.ts';
import { found } from './not-found.ts';
import { pageBounds, toPage, type Page, type PageRequest } from './page.ts';
import { requireAbove, requireAdminChanging, requireAdminReading } from './rights.ts';
import { secretHash } from './secret-hash.ts';
import type { SubjectParts } from './subject-parts.ts';

export function createInvitations(parts: SubjectParts): Invitations {
  const { store } = parts;
  return {
    async create(caller, content) {
      requireAdminChanging(caller);
      requireAbove(caller, content.position);
      const token = parts.randomToken();
      return { invitation: await insertInvitation(parts, { caller, content, token }), token };
    },
    async list(caller, page = {}) {
      requireAdminReading(caller);
      return listInvitations(store, caller.orgId, page);
    },
    async revoke(caller, invitationId) {
      requireAdminChanging(caller);
      await revokeInvitation(store, caller, invitationId);
    },
    preview: (token) => previewInvitation(store, token),
    accept: (token, person, place) => acceptInvitation(parts, { token, person, place }),
  };
}

async function insertInvitation(
  { store, newId }: SubjectParts,
  given: { readonly caller: Caller; readonly content: InvitationContent; readonly token: string },
): Promise<Invitation> {
  const { caller, content } = given;
  const { position, teamId = null, teamRole = 'member', note = '' } = content;
  const row = await store.write((tables) =>
    tables
      .insertInto('invitations')
      .values({
        id: newId(),
        orgId: caller.orgId,
        tokenHash: secretHash(given.token),
        position,
        teamId,
        teamRole: teamId === null ? null : teamRole,
        note: checkedText('note', note),
        invitedBy: caller.personId,
        expiresAt: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return toInvitation({ ...row, isOld: false });
}

async function listInvitations(
  store: AccountStore,
  orgId: string,
  page: PageRequest,
): Promise<Page<Invitation>> {
  const { limit, afterSeq } = pageBounds(page);
  const rows = await store.read((tables) =>
    tables
      .selectFrom('invitations')
      .selectAll()
      .select(sql<boolean>`expires_at <= now()`.as('isOld'))
      .where('orgId', '=', orgId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit + 1)
      .execute(),
  );
  return toPage(rows, limit, toInvitation);
}

function revokeInvitation(store: AccountStore, caller: Caller, id: string): Promise<void> {
  return store.write(async (tables) => {
    const row = await tables
      .selectFrom('invitations')
      .selectAll()
      .where('orgId', '=', caller.orgId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const { position, usedAt } = found(row, 'invitation');
    requireAbove(caller, position);
    if (usedAt !== null) throw new AppError('conflict', accountTexts.invitationAccepted());
    await tables
      .updateTable('invitations')
      .set({ revokedAt: sql`coalesce(revoked_at, now())` })
      .where('id', '=', id)
      .execute();
  });
}

async function previewInvitation(store: AccountStore, token: string): Promise<InvitationPreview> {
  const row = await store.read((tables) =>
    tables
      .selectFrom('invitations')
      .innerJoin('orgs', 'orgs.id', 'invitations.orgId')
      .leftJoin('teams', 'teams.id', 'invitations.teamId')
      .select(['orgs.name as orgName', 'invitations.position', 'teams.name as teamName'])
      .select('invitations.expiresAt')
      .where(isOpenInvitation(token))
      .executeTakeFirst(),
  );
  if (row === undefined) throw new AppError('link-expired', accountTexts.invitationExpired());
  return row;
}

function toInvitation(row: InvitationRow & { readonly isOld: boolean }): Invitation {
  const { id, position, teamId, teamRole, note, invitedBy, acceptedBy, expiresAt, createdAt } = row;
  const words = { id, position, teamId, teamRole, note, invitedBy, acceptedBy };
  return { ...words, status: statusOf(row), expiresAt, createdAt };
}

function statusOf({
  usedAt,
  revokedAt,
  isOld,
}: InvitationRow & { readonly isOld: boolean }): InvitationStatus {
  if (usedAt !== null) return 'accepted';
  if (revokedAt !== null) return 'revoked';
  return isOld ? 'expired' : 'open';
}
