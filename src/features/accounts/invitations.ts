// Invitations: a link that makes a person of the organisation out of whoever opens it first.

import type { Language } from '#base/text.ts';
import type { Caller, Position } from './caller.ts';
import type { Page, PageRequest } from './page.ts';
import type { SignedIn, SignInPlace } from './sign-ins.ts';
import type { TeamRole } from './teams.ts';

export const INVITATION_DAYS = 7;

export interface InvitationContent {
  /** Only an owner invites an owner. */
  readonly position: Position;
  readonly teamId?: string | undefined;
  /** `member` without it; only with a team. */
  readonly teamRole?: TeamRole | undefined;
  /** For whom it is, in the list of invitations. */
  readonly note?: string | undefined;
}

export type InvitationStatus = 'open' | 'accepted' | 'revoked' | 'expired';

export interface Invitation {
  readonly id: string;
  readonly position: Position;
  readonly teamId: string | null;
  readonly teamRole: TeamRole | null;
  readonly note: string;
  readonly status: InvitationStatus;
  readonly invitedBy: string | null;
  readonly acceptedBy: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** What whoever holds the link may know before accepting. */
export interface InvitationPreview {
  readonly orgName: string;
  readonly position: Position;
  readonly teamName: string | null;
  readonly expiresAt: Date;
}

export interface NewPerson {
  readonly name: string;
  readonly login: string;
  readonly language: Language;
  /** Without one the person comes back by a sign-in link only. */
  readonly password?: string | undefined;
}

export interface Invitations {
  /** Admins. `token` goes into the address and is never told again. */
  create(
    caller: Caller,
    invitation: InvitationContent,
  ): Promise<{ readonly invitation: Invitation; readonly token: string }>;
  /** Admins. */
  list(caller: Caller, page?: PageRequest): Promise<Page<Invitation>>;
  /** Admins; `conflict` where it was accepted already. */
  revoke(caller: Caller, invitationId: string): Promise<void>;
  /** `link-expired` for one that is used, revoked, old or unknown, or whose inviter may no longer invite. */
  preview(token: string): Promise<InvitationPreview>;
  /** Makes the person and signs them in. A `conflict` (login taken) leaves the invitation open. */
  accept(token: string, person: NewPerson, place: SignInPlace): Promise<SignedIn>;
}
