// An organisation never loses its last enabled owner.

import { expect, test } from 'vitest';
import { createAccountFixture } from './testing/account-fixture.ts';

const { accounts, newOrg, join } = await createAccountFixture();

const CONFLICT = { code: 'conflict' };

test('the last owner can’t be demoted, disabled or removed', async () => {
  const { owner } = await newOrg();
  const { people } = accounts;
  for (const changes of [
    { position: 'admin' },
    { position: 'member' },
    { isDisabled: true },
  ] as const) {
    await expect(people.update(owner, owner.personId, changes)).rejects.toMatchObject(CONFLICT);
  }
  await expect(people.remove(owner, owner.personId)).rejects.toMatchObject(CONFLICT);
  expect(await people.me(owner)).toMatchObject({ position: 'owner', isDisabled: false });
});

test('a disabled owner does not count as one', async () => {
  const { owner } = await newOrg();
  const { caller: second } = await join(owner, 'owner');
  await accounts.people.update(owner, second.personId, { isDisabled: true });
  const leaving = accounts.people.update(owner, owner.personId, { position: 'member' });
  await expect(leaving).rejects.toMatchObject(CONFLICT);
});

test('an owner of another organisation does not count either', async () => {
  const { owner } = await newOrg();
  await newOrg();
  await expect(accounts.people.remove(owner, owner.personId)).rejects.toMatchObject(CONFLICT);
});

test('with a second owner the first may go', async () => {
  const { owner } = await newOrg();
  const { caller: second } = await join(owner, 'owner');
  await accounts.people.remove(second, owner.personId);
  expect((await accounts.people.list(second)).items).toHaveLength(1);
});

test.each(['demote', 'disable', 'remove', 'one of each'] as const)(
  'two owners who go at once (%s) don’t both go',
  async (how) => {
    const { owner } = await newOrg();
    const { caller: second } = await join(owner, 'owner');
    const { people } = accounts;
    const steps = {
      demote: (id: string) => people.update(owner, id, { position: 'member' }),
      disable: (id: string) => people.update(owner, id, { isDisabled: true }),
      remove: (id: string) => people.remove(owner, id),
    };
    const [first, other] =
      how === 'one of each' ? [steps.remove, steps.demote] : [steps[how], steps[how]];
    const results = await Promise.allSettled([first(owner.personId), other(second.personId)]);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject(CONFLICT);
    const left = await people.list(owner);
    expect(
      left.items.filter(({ position, isDisabled }) => position === 'owner' && !isDisabled),
    ).toHaveLength(1);
  },
);

test('a removed person’s places, tokens and sign-ins go along, and the login is free again', async () => {
  const { owner } = await newOrg();
  const { caller, signedIn } = await join(owner, 'member', 'comes-and-goes');
  const team = await accounts.teams.create(owner, { name: 'T' });
  await accounts.teams.setMember(owner, team.id, { personId: caller.personId, teamRole: 'admin' });
  const { secret } = await accounts.tokens.create(caller, { name: 'x', scopes: ['read'] });
  const contact = await accounts.contacts.create(owner, {
    channel: 'feishu',
    key: 'ou_1',
    personId: caller.personId,
  });
  await accounts.people.remove(owner, caller.personId);
  expect(await accounts.access.authenticate({ cookie: signedIn.cookie })).toBeUndefined();
  expect(await accounts.access.authenticate({ bearer: secret })).toBeUndefined();
  expect((await accounts.teams.members(owner, team.id)).items).toEqual([]);
  expect((await accounts.contacts.get(owner, contact.id)).personId).toBeNull();
  await join(owner, 'member', 'Comes-And-Goes');
});
