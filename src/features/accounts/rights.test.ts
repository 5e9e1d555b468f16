// Who may do what: every operation against every position, and against another organisation.

import { describe, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { POSITIONS, type Caller, type Position } from './caller.ts';
import { createAccountFixture } from './testing/account-fixture.ts';
import { ON_THE_WHOLE, ON_THINGS, type Operation, type Things } from './testing/operations.ts';

const { accounts, newOrg, join } = await createAccountFixture();

async function makeThings(): Promise<Things & { readonly callers: Record<Position, Caller> }> {
  const { owner, roleId } = await newOrg();
  const { caller: member, signedIn } = await join(owner, 'member');
  const { caller: admin } = await join(owner, 'admin');
  const { caller: secondOwner } = await join(owner, 'owner');
  const { caller: inTeam } = await join(owner, 'member');
  const callers = {
    owner,
    admin: (await join(owner, 'admin')).caller,
    member: (await join(owner, 'member')).caller,
  };
  const team = await accounts.teams.create(owner, { name: 'A team' });
  await accounts.teams.setMember(owner, team.id, {
    personId: inTeam.personId,
    teamRole: 'member',
  });
  const teamRole = await accounts.roles.create(owner, { name: 'Of the team', teamId: team.id });
  const contact = await accounts.contacts.create(owner, { channel: 'feishu', key: 'ou_1' });
  const { token } = await accounts.tokens.create(member, { name: 't', scopes: ['read'] });
  const { invitation } = await accounts.invitations.create(owner, { position: 'member' });
  return {
    callers,
    owner,
    member: member.personId,
    admin: admin.personId,
    secondOwner: secondOwner.personId,
    team: team.id,
    memberInTeam: inTeam.personId,
    role: roleId,
    teamRole: teamRole.id,
    contact: contact.id,
    token: token.id,
    invitation: invitation.id,
    signIn: signedIn.signInId,
  };
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (thrown: unknown) => AppError.from(thrown).code,
  );
}

describe.each(POSITIONS)('ORG-01 %s', (position) => {
  test.each([...ON_THINGS, ...ON_THE_WHOLE])(
    'may or may not %s',
    async (...operation: Operation) => {
      const [, run, may, otherwise] = operation;
      const things = await makeThings();
      const caller = things.callers[position];
      const expected = may.includes(position) ? 'done' : otherwise;
      expect(await outcomeOf(run(accounts, caller, things))).toBe(expected);
    },
  );
});

describe('ORG-01 an owner finds nothing of another organisation', async () => {
  const theirs = await makeThings();
  test.each(ON_THINGS)('to %s', async (...operation: Operation) => {
    const [, run] = operation;
    const { owner: stranger } = await newOrg();
    expect(await outcomeOf(run(accounts, stranger, theirs))).toBe('not-found');
  });

  test('and what was tried changed nothing', async () => {
    const { owner, team, memberInTeam } = theirs;
    expect((await accounts.teams.members(owner, team)).items).toMatchObject([
      { personId: memberInTeam, teamRole: 'member' },
    ]);
    expect(await accounts.people.get(owner, theirs.member)).toMatchObject({
      name: 'Somebody',
      position: 'member',
    });
  });

  test('nor mixes their people into teams of its own, nor its people into theirs', async () => {
    const { owner: stranger } = await newOrg();
    const own = await accounts.teams.create(stranger, { name: 'Own' });
    const { roles, contacts, teams } = accounts;
    const place = { teamRole: 'owner', personId: theirs.member } as const;
    expect(await outcomeOf(teams.setMember(stranger, own.id, place))).toBe('not-found');
    const mine = { teamRole: 'owner', personId: stranger.personId } as const;
    expect(await outcomeOf(teams.setMember(stranger, theirs.team, mine))).toBe('not-found');
    const role = await roles.create(stranger, { name: 'R' });
    expect(await outcomeOf(roles.update(stranger, role.id, { teamId: theirs.team }))).toBe(
      'not-found',
    );
    const contact = await contacts.create(stranger, { channel: 'c', key: 'k' });
    const changes = { personId: theirs.member };
    expect(await outcomeOf(contacts.update(stranger, contact.id, changes))).toBe('not-found');
    const both = { teamRole: 'owner', personId: theirs.memberInTeam } as const;
    expect(await outcomeOf(teams.setMember(stranger, theirs.team, both))).toBe('not-found');
  });

  test('nor lists anything of it', async () => {
    const { owner: stranger } = await newOrg();
    const lists = await Promise.all([
      accounts.teams.list(stranger),
      accounts.contacts.list(stranger),
      accounts.invitations.list(stranger),
      accounts.tokens.list(stranger, { personId: theirs.member }),
    ]);
    expect(lists.map(({ items }) => items.length)).toEqual([0, 0, 0, 0]);
    expect((await accounts.people.list(stranger)).items).toHaveLength(1);
    expect((await accounts.roles.list(stranger, { archived: true })).items).toHaveLength(1);
  });
});

test('a refusal says what right is missing and whom to ask', async () => {
  const { callers } = await makeThings();
  await expect(accounts.people.list(callers.member)).rejects.toThrow(/owner or admin.*Ask/);
});

test('a member of a team sees it, its people and its roles', async () => {
  const { owner, team, teamRole, memberInTeam } = await makeThings();
  const caller = await accounts.access.actAs({ orgId: owner.orgId, personId: memberInTeam });
  if (caller === undefined) throw new Error('nobody');
  expect((await accounts.teams.list(caller)).items).toMatchObject([{ id: team }]);
  expect((await accounts.teams.members(caller, team)).items).toHaveLength(1);
  expect((await accounts.roles.get(caller, teamRole)).teamId).toBe(team);
  expect((await accounts.roles.list(caller)).items).toHaveLength(2);
});

test('an admin links a contact to no owner, as they may not act as one', async () => {
  const { owner } = await newOrg();
  const { caller: admin } = await join(owner, 'admin');
  const contact = { channel: 'feishu', key: 'ou_1', personId: owner.personId };
  const { contacts } = accounts;
  await expect(contacts.create(admin, contact)).rejects.toMatchObject({ code: 'not-allowed' });
  const { id } = await contacts.create(admin, { ...contact, personId: admin.personId });
  const linking = contacts.update(admin, id, { personId: owner.personId });
  await expect(linking).rejects.toMatchObject({ code: 'not-allowed' });
  expect((await contacts.update(owner, id, { personId: owner.personId })).personId).toBe(
    owner.personId,
  );
});
