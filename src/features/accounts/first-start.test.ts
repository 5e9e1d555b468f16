// The first start makes one organisation, whoever asks and how often.

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { accountsMigrations } from './accounts-migrations.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import { PLACE } from './testing/account-fixture.ts';

async function freshAccounts(): Promise<Accounts> {
  const database = await createTestDatabase(accountsMigrations);
  afterAll(() => database.drop());
  return createAccounts({
    database,
    newId: randomUUID,
    randomToken: () => randomBytes(32).toString('base64url'),
  });
}

test('a first start gives an organisation, an owner and a role, in the language of the instance', async () => {
  const accounts = await freshAccounts();
  const first = await accounts.ensureFirstOwner({ language: 'zh' });
  expect(first.isNew).toBe(true);
  const { token } = await accounts.signInLinks.issue({ personId: first.personId });
  const { person, cookie } = await accounts.signInLinks.redeem(token, PLACE);
  expect(person).toMatchObject({ name: '所有者', position: 'owner', language: 'zh' });
  const caller = await accounts.access.authenticate({ cookie });
  if (caller === undefined) throw new Error('not signed in');
  expect((await accounts.orgs.get(caller)).name).toBe('我的组织');
  const { items } = await accounts.roles.list(caller);
  expect(items).toMatchObject([{ id: first.roleId, name: '小巧', model: null, skills: null }]);
});

test('a later start changes nothing', async () => {
  const accounts = await freshAccounts();
  const {
    isNew: _isNew,
    roleId: _roleId,
    ...first
  } = await accounts.ensureFirstOwner({
    language: 'en',
  });
  const again = await accounts.ensureFirstOwner({ language: 'zh' });
  expect(again).toEqual({ ...first, roleId: null, isNew: false, isUnentered: true });
  expect((await accounts.orgs.all()).items).toHaveLength(1);
});

test('whether somebody has signed in is told', async () => {
  const accounts = await freshAccounts();
  const first = await accounts.ensureFirstOwner({ language: 'en' });
  expect(first.isUnentered).toBe(true);
  expect((await accounts.ensureFirstOwner({ language: 'en' })).isUnentered).toBe(true);
  const { token } = await accounts.signInLinks.issue(first);
  await accounts.signInLinks.redeem(token, PLACE);
  expect((await accounts.ensureFirstOwner({ language: 'en' })).isUnentered).toBe(false);
});

test('processes that start at once make one', async () => {
  const accounts = await freshAccounts();
  const starts = await Promise.all(
    Array.from({ length: 5 }, () => accounts.ensureFirstOwner({ language: 'en' })),
  );
  expect(starts.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(starts.map(({ orgId }) => orgId)).size).toBe(1);
  expect((await accounts.orgs.all()).items).toHaveLength(1);
});
