// Single-use links: to sign in, and to join.

import { expect, test } from 'vitest';
import { createAccountFixture, PASSWORD, PLACE } from './testing/account-fixture.ts';

const { accounts, newOrg, join, age } = await createAccountFixture();
const { owner, login } = await newOrg();

const redeem = (token: string) => accounts.signInLinks.redeem(token, PLACE);
const accept = (token: string, as: string) =>
  accounts.invitations.accept(token, { name: 'New', login: as, language: 'zh' }, PLACE);
const invite = async (position: 'owner' | 'admin' | 'member' = 'member') =>
  accounts.invitations.create(owner, { position });

const EXPIRED = { code: 'link-expired' };

test('a sign-in link signs its person in, once', async () => {
  const { token, personId, expiresAt } = await accounts.signInLinks.issue({ login });
  expect(personId).toBe(owner.personId);
  expect(expiresAt.getTime()).toBeCloseTo(Date.now() + 15 * 60_000, -5);
  const { cookie } = await redeem(token);
  expect(await accounts.access.authenticate({ cookie })).toMatchObject({ personId });
  await expect(redeem(token)).rejects.toMatchObject(EXPIRED);
});

test('whether a sign-in link holds is told without using it up, and why it does not', async () => {
  const check = (token: string) => accounts.signInLinks.check(token);
  const { token } = await accounts.signInLinks.issue({ login });
  await check(token);
  await redeem(token);
  await expect(check(token)).rejects.toThrow('used already');
  await expect(redeem(token)).rejects.toThrow('used already');
  await expect(redeem(`http://localhost/auth/link/${token}`)).rejects.toThrow('last part');
  await expect(redeem((await invite()).token)).rejects.toThrow('is an invitation');
});

test('of ten at once with one sign-in link, one gets in', async () => {
  const { token } = await accounts.signInLinks.issue({ personId: owner.personId });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(token)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a sign-in link holds for 15 minutes', async () => {
  const { token } = await accounts.signInLinks.issue({ login });
  await age('sign_in_links', ['expires_at'], 14);
  const { token: second } = await accounts.signInLinks.issue({ login });
  await redeem(token);
  await age('sign_in_links', ['expires_at'], 16);
  await expect(redeem(second)).rejects.toMatchObject(EXPIRED);
});

test.each(['', 'x', 'A'.repeat(43), '\0'.repeat(43), 'A'.repeat(1_000_000)])(
  'a link that was never given is refused (%#)',
  async (token) => {
    await expect(redeem(token)).rejects.toMatchObject(EXPIRED);
    await expect(accounts.invitations.preview(token)).rejects.toMatchObject(EXPIRED);
    await expect(accept(token, 'nobody')).rejects.toMatchObject(EXPIRED);
  },
);

test('an invitation is no sign-in link, and the other way round', async () => {
  const { token } = await invite();
  await expect(redeem(token)).rejects.toMatchObject(EXPIRED);
  const link = await accounts.signInLinks.issue({ login });
  await expect(accept(link.token, 'mixed-up')).rejects.toMatchObject(EXPIRED);
  expect((await redeem(link.token)).person.login).toBe(login);
});

test('a disabled person gets no link, and one given before does not help', async () => {
  const { caller } = await join(owner, 'member', 'blocked');
  const { token } = await accounts.signInLinks.issue({ login: 'blocked' });
  await accounts.people.update(owner, caller.personId, { isDisabled: true });
  await expect(redeem(token)).rejects.toMatchObject(EXPIRED);
  await expect(accounts.signInLinks.issue({ login: 'blocked' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await accounts.people.update(owner, caller.personId, { isDisabled: false });
  await expect(redeem(token)).rejects.toMatchObject(EXPIRED);
});

test('nobody makes a link into a position above their own', async () => {
  const { caller: admin } = await join(owner, 'admin');
  const { caller: otherAdmin } = await join(owner, 'admin');
  const { caller: member } = await join(owner, 'member');
  expect((await accounts.signInLinks.create(admin, member.personId)).personId).toBe(
    member.personId,
  );
  for (const above of [owner, otherAdmin]) {
    await expect(accounts.signInLinks.create(admin, above.personId)).rejects.toMatchObject({
      code: 'not-allowed',
    });
  }
  expect((await accounts.signInLinks.create(owner, admin.personId)).personId).toBe(admin.personId);
});

test('an invitation tells where it leads, and makes the person with position and team', async () => {
  const team = await accounts.teams.create(owner, { name: 'Support' });
  const { token, invitation } = await accounts.invitations.create(owner, {
    position: 'admin',
    teamId: team.id,
    teamRole: 'owner',
    note: 'for Li',
  });
  expect(await accounts.invitations.preview(token)).toMatchObject({
    orgName: 'Org',
    position: 'admin',
    teamName: 'Support',
  });
  const { person, cookie } = await accept(token, '李');
  expect(person).toMatchObject({ orgId: owner.orgId, position: 'admin', hasPassword: false });
  expect(await accounts.access.authenticate({ cookie })).toMatchObject({ personId: person.id });
  const place = { orgId: owner.orgId, userId: person.id, teamId: team.id };
  expect(await accounts.teams.roleOf(place)).toBe('owner');
  const { items } = await accounts.invitations.list(owner);
  expect(items.find(({ id }) => id === invitation.id)).toMatchObject({
    status: 'accepted',
    acceptedBy: person.id,
    invitedBy: owner.personId,
  });
});

test('of five at once with one invitation, one joins', async () => {
  const { token } = await invite();
  const results = await Promise.allSettled(
    ['r1', 'r2', 'r3', 'r4', 'r5'].map((as) => accept(token, as)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { items } = await accounts.people.list(owner, { search: 'r' });
  expect(items.filter((person) => /^r\d$/.test(person.login))).toHaveLength(1);
});

test('a taken login leaves the invitation open', async () => {
  const { token } = await invite();
  await expect(accept(token, login.toUpperCase())).rejects.toMatchObject({ code: 'conflict' });
  expect((await accept(token, 'not-taken')).person.login).toBe('not-taken');
});

test('an invitation holds for 7 days', async () => {
  const { token, invitation } = await invite();
  await age('invitations', ['expires_at'], 7 * 24 * 60 - 1);
  expect((await accounts.invitations.preview(token)).position).toBe('member');
  await age('invitations', ['expires_at'], 2);
  await expect(accounts.invitations.preview(token)).rejects.toMatchObject(EXPIRED);
  await expect(accept(token, 'late')).rejects.toMatchObject(EXPIRED);
  const { items } = await accounts.invitations.list(owner);
  expect(items.find(({ id }) => id === invitation.id)?.status).toBe('expired');
});

test('a withdrawn invitation is over, an accepted one can’t be withdrawn', async () => {
  const { token, invitation } = await invite();
  await accounts.invitations.revoke(owner, invitation.id);
  await accounts.invitations.revoke(owner, invitation.id);
  await expect(accept(token, 'withdrawn')).rejects.toMatchObject(EXPIRED);
  const other = await invite();
  await accept(other.token, 'was-quicker');
  await expect(accounts.invitations.revoke(owner, other.invitation.id)).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('what somebody offered ends with their right to offer it', async () => {
  const { caller: admin } = await join(owner, 'admin');
  const { token } = await accounts.invitations.create(admin, { position: 'admin' });
  await accounts.people.update(owner, admin.personId, { position: 'member' });
  await expect(accept(token, 'too-late-1')).rejects.toMatchObject(EXPIRED);
  await accounts.people.update(owner, admin.personId, { position: 'admin', isDisabled: true });
  await expect(accept(token, 'too-late-2')).rejects.toMatchObject(EXPIRED);
  await accounts.people.remove(owner, admin.personId);
  await expect(accept(token, 'too-late-3')).rejects.toMatchObject(EXPIRED);
});

test('an admin invites no owner, and withdraws no owner’s invitation', async () => {
  const { caller: admin } = await join(owner, 'admin');
  await expect(accounts.invitations.create(admin, { position: 'owner' })).rejects.toMatchObject({
    code: 'not-allowed',
  });
  const { invitation } = await invite('owner');
  await expect(accounts.invitations.revoke(admin, invitation.id)).rejects.toMatchObject({
    code: 'not-allowed',
  });
});

test('who joined without a password can set one', async () => {
  const { token } = await invite();
  const { cookie } = await accept(token, 'no-password-yet');
  const caller = await accounts.access.authenticate({ cookie });
  if (caller === undefined) throw new Error('not signed in');
  await accounts.passwords.change(caller, { next: PASSWORD }, PLACE);
  const attempt = { ...PLACE, login: 'no-password-yet', password: PASSWORD };
  expect((await accounts.signIns.withPassword(attempt)).person.hasPassword).toBe(true);
});

test('housekeeping takes what has been over for a month, and nothing else', async () => {
  await accounts.signInLinks.issue({ login });
  await invite();
  expect(await accounts.removeExpired()).toBe(0);
  const month = 31 * 24 * 60;
  await age('sign_in_links', ['expires_at'], month);
  await age('invitations', ['expires_at'], month + 7 * 24 * 60);
  expect(await accounts.removeExpired()).toBeGreaterThan(0);
  expect((await accounts.invitations.list(owner)).items).toEqual([]);
});
