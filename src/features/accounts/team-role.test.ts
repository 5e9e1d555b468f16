// CTX-06: the role in a team is looked up, never made up.

import { expect, test } from 'vitest';
import { TEAM_ROLES } from './teams.ts';
import { createAccountFixture } from './testing/account-fixture.ts';

const { accounts, newOrg, join } = await createAccountFixture();
const { owner } = await newOrg();
const { orgId } = owner;
const team = await accounts.teams.create(owner, { name: 'One' });
const other = await accounts.teams.create(owner, { name: 'Two' });
const { caller: member } = await join(owner, 'member');
const userId = member.personId;

test.each(TEAM_ROLES)(
  'CTX-06 a team’s %s has that role there and none elsewhere',
  async (teamRole) => {
    await accounts.teams.setMember(owner, team.id, { personId: userId, teamRole });
    expect(await accounts.teams.roleOf({ orgId, userId, teamId: team.id })).toBe(teamRole);
    expect(await accounts.teams.roleOf({ orgId, userId, teamId: other.id })).toBe('');
  },
);

test('CTX-06 where there is no user, team or place in it there is no role, not even member', async () => {
  for (const place of [
    { userId: '', teamId: team.id },
    { userId, teamId: '' },
    { userId: 'nobody', teamId: team.id },
    { userId, teamId: 'nowhere' },
    { userId: owner.personId, teamId: team.id },
  ]) {
    expect(await accounts.teams.roleOf({ orgId, ...place })).toBe('');
  }
});

test('CTX-06 the role goes with the place in the team, and with the person', async () => {
  const { caller } = await join(owner, 'member');
  const place = { orgId, userId: caller.personId, teamId: team.id };
  const join2 = () =>
    accounts.teams.setMember(owner, team.id, { personId: caller.personId, teamRole: 'owner' });
  await join2();
  await accounts.teams.removeMember(owner, team.id, caller.personId);
  expect(await accounts.teams.roleOf(place)).toBe('');
  await join2();
  await accounts.people.update(owner, caller.personId, { isDisabled: true });
  expect(await accounts.teams.roleOf(place)).toBe('');
});

test('ORG-01 CTX-06 another organisation’s team gives no role', async () => {
  await accounts.teams.setMember(owner, team.id, { personId: userId, teamRole: 'owner' });
  const { owner: stranger } = await newOrg();
  const place = { orgId: stranger.orgId, userId, teamId: team.id };
  expect(await accounts.teams.roleOf(place)).toBe('');
});
