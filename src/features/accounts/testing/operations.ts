// Every operation that a caller may be refused, and who may do it.

import type { Accounts } from '../accounts.ts';
import { POSITIONS, type Caller, type Position } from '../caller.ts';

/** Things of one organisation that operations are tried on. */
export interface Things {
  readonly owner: Caller;
  readonly member: string;
  readonly admin: string;
  readonly secondOwner: string;
  readonly team: string;
  readonly memberInTeam: string;
  readonly role: string;
  readonly teamRole: string;
  readonly contact: string;
  readonly token: string;
  readonly invitation: string;
  readonly signIn: string;
}

export type Operation = readonly [
  name: string,
  run: (accounts: Accounts, caller: Caller, things: Things) => Promise<unknown>,
  /** Positions that may. */
  may: readonly Position[],
  /** What the others get. */
  otherwise: 'not-allowed' | 'not-found',
];

const ALL = POSITIONS;
const ADMINS = ['owner', 'admin'] as const;
const OWNERS = ['owner'] as const;

/** On things that an id names: also tried on another organisation's. */
export const ON_THINGS: readonly Operation[] = [
  ['see a member', ({ people }, by, { member }) => people.get(by, member), ADMINS, 'not-allowed'],
  [
    'rename a member',
    ({ people }, by, { member }) => people.update(by, member, { name: 'N' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'change nothing of a member',
    ({ people }, by, { member }) => people.update(by, member, {}),
    ADMINS,
    'not-allowed',
  ],
  [
    'promote a member',
    ({ people }, by, { member }) => people.update(by, member, { position: 'admin' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'make a member an owner',
    ({ people }, by, { member }) => people.update(by, member, { position: 'owner' }),
    OWNERS,
    'not-allowed',
  ],
  [
    'demote an admin',
    ({ people }, by, { admin }) => people.update(by, admin, { position: 'member' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'rename an owner',
    ({ people }, by, { secondOwner }) => people.update(by, secondOwner, { name: 'N' }),
    OWNERS,
    'not-allowed',
  ],
  [
    'demote an owner',
    ({ people }, by, { secondOwner }) => people.update(by, secondOwner, { position: 'member' }),
    OWNERS,
    'not-allowed',
  ],
  [
    'disable a member',
    ({ people }, by, { member }) => people.update(by, member, { isDisabled: true }),
    ADMINS,
    'not-allowed',
  ],
  [
    'disable an owner',
    ({ people }, by, { secondOwner }) => people.update(by, secondOwner, { isDisabled: true }),
    OWNERS,
    'not-allowed',
  ],
  [
    'remove a member',
    ({ people }, by, { member }) => people.remove(by, member),
    ADMINS,
    'not-allowed',
  ],
  [
    'remove an owner',
    ({ people }, by, { secondOwner }) => people.remove(by, secondOwner),
    OWNERS,
    'not-allowed',
  ],
  [
    'make a link for a member',
    ({ signInLinks }, by, { member }) => signInLinks.create(by, member),
    ADMINS,
    'not-allowed',
  ],
  [
    'make a link for an owner',
    ({ signInLinks }, by, { secondOwner }) => signInLinks.create(by, secondOwner),
    OWNERS,
    'not-allowed',
  ],
  [
    'see a team they are not in',
    ({ teams }, by, { team }) => teams.get(by, team),
    ADMINS,
    'not-found',
  ],
  ['see who is in it', ({ teams }, by, { team }) => teams.members(by, team), ADMINS, 'not-found'],
  [
    'rename a team',
    ({ teams }, by, { team }) => teams.rename(by, team, 'New'),
    ADMINS,
    'not-allowed',
  ],
  [
    'add to a team',
    ({ teams }, by, { team, member }) =>
      teams.setMember(by, team, { personId: member, teamRole: 'member' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'change a place in a team',
    ({ teams }, by, { team, memberInTeam }) =>
      teams.setMember(by, team, { personId: memberInTeam, teamRole: 'owner' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'take from a team',
    ({ teams }, by, { team, memberInTeam }) => teams.removeMember(by, team, memberInTeam),
    ADMINS,
    'not-allowed',
  ],
  [
    'invite to a team',
    ({ invitations }, by, { team }) => invitations.create(by, { position: 'member', teamId: team }),
    ADMINS,
    'not-allowed',
  ],
  [
    'make a role of a team',
    ({ roles }, by, { team }) => roles.create(by, { name: 'N', teamId: team }),
    ADMINS,
    'not-allowed',
  ],
  ['see a role', ({ roles }, by, { role }) => roles.get(by, role), ALL, 'not-allowed'],
  [
    'see a role of a team they are not in',
    ({ roles }, by, { teamRole }) => roles.get(by, teamRole),
    ADMINS,
    'not-found',
  ],
  [
    'change a role',
    ({ roles }, by, { role }) => roles.update(by, role, { persona: 'P' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'change nothing of a role',
    ({ roles }, by, { role }) => roles.update(by, role, {}),
    ADMINS,
    'not-allowed',
  ],
  [
    'archive a role',
    ({ roles }, by, { role }) => roles.update(by, role, { isArchived: true }),
    ADMINS,
    'not-allowed',
  ],
  [
    'see a contact',
    ({ contacts }, by, { contact }) => contacts.get(by, contact),
    ADMINS,
    'not-allowed',
  ],
  [
    'change a contact',
    ({ contacts }, by, { contact }) => contacts.update(by, contact, { title: 'T' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'change nothing of a contact',
    ({ contacts }, by, { contact }) => contacts.update(by, contact, {}),
    ADMINS,
    'not-allowed',
  ],
  [
    'remove a contact',
    ({ contacts }, by, { contact }) => contacts.remove(by, contact),
    ADMINS,
    'not-allowed',
  ],
  [
    'make a contact of a person',
    ({ contacts }, by, { member }) =>
      contacts.create(by, { channel: 'x', key: 'y', personId: member }),
    ADMINS,
    'not-allowed',
  ],
  [
    'revoke a member’s token',
    ({ tokens }, by, { token }) => tokens.revoke(by, token),
    ADMINS,
    'not-found',
  ],
  [
    'withdraw an invitation',
    ({ invitations }, by, { invitation }) => invitations.revoke(by, invitation),
    ADMINS,
    'not-allowed',
  ],
  [
    'end somebody’s sign-in',
    ({ signIns }, by, { signIn }) => signIns.end(by, signIn),
    [],
    'not-found',
  ],
];

export const ON_THE_WHOLE: readonly Operation[] = [
  ['see the organisation', ({ orgs }, by) => orgs.get(by), ALL, 'not-allowed'],
  [
    'rename the organisation',
    ({ orgs }, by) => orgs.update(by, { name: 'New' }),
    OWNERS,
    'not-allowed',
  ],
  [
    'set its retention',
    ({ orgs }, by) => orgs.update(by, { settings: { retentionDays: 30 } }),
    OWNERS,
    'not-allowed',
  ],
  ['see themselves', ({ people }, by) => people.me(by), ALL, 'not-allowed'],
  ['see themselves by id', ({ people }, by) => people.get(by, by.personId), ALL, 'not-allowed'],
  [
    'rename themselves',
    ({ people }, by) => people.update(by, by.personId, { name: 'Me' }),
    ALL,
    'not-allowed',
  ],
  [
    'make themselves an owner',
    ({ people }, by) => people.update(by, by.personId, { position: 'owner' }),
    OWNERS,
    'not-allowed',
  ],
  ['list people', ({ people }, by) => people.list(by), ADMINS, 'not-allowed'],
  ['list their teams', ({ teams }, by) => teams.list(by), ALL, 'not-allowed'],
  ['make a team', ({ teams }, by) => teams.create(by, { name: 'Another' }), ADMINS, 'not-allowed'],
  ['list roles', ({ roles }, by) => roles.list(by), ALL, 'not-allowed'],
  ['make a role', ({ roles }, by) => roles.create(by, { name: 'Another' }), ADMINS, 'not-allowed'],
  ['list contacts', ({ contacts }, by) => contacts.list(by), ADMINS, 'not-allowed'],
  [
    'make a contact',
    ({ contacts }, by) => contacts.create(by, { channel: 'c', key: 'k' }),
    ADMINS,
    'not-allowed',
  ],
  ['list their tokens', ({ tokens }, by) => tokens.list(by), ALL, 'not-allowed'],
  [
    'list somebody’s tokens',
    ({ tokens }, by, { member }) => tokens.list(by, { personId: member }),
    ADMINS,
    'not-allowed',
  ],
  [
    'make a token',
    ({ tokens }, by) => tokens.create(by, { name: 'n', scopes: ['read'] }),
    ALL,
    'not-allowed',
  ],
  ['list their sign-ins', ({ signIns }, by) => signIns.list(by), ALL, 'not-allowed'],
  [
    'invite a member',
    ({ invitations }, by) => invitations.create(by, { position: 'member' }),
    ADMINS,
    'not-allowed',
  ],
  [
    'invite an owner',
    ({ invitations }, by) => invitations.create(by, { position: 'owner' }),
    OWNERS,
    'not-allowed',
  ],
  ['list invitations', ({ invitations }, by) => invitations.list(by), ADMINS, 'not-allowed'],
];
