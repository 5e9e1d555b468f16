// Finding a caller while the database is in trouble.

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#system/database/database.ts';
import { createAccounts } from './accounts.ts';
import { createAccountFixture } from './testing/account-fixture.ts';

const { accounts, database, newOrg, join, age } = await createAccountFixture();
const { owner } = await newOrg();

test('a caller is found though every connection was just cut', async () => {
  const { caller, signedIn } = await join(owner, 'member');
  const superuser = openDatabase(database.superuser);
  await superuser.run({
    name: '',
    text: `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    values: [],
  });
  await superuser.close();
  const { cookie } = signedIn;
  expect(await accounts.access.authenticate({ cookie })).toEqual(caller);
});

test('the platform acts as a person of the organisation, not as a disabled one or another’s', async () => {
  const { owner: stranger } = await newOrg();
  const { personId } = owner;
  expect(await accounts.access.actAs(owner)).toMatchObject({ personId, position: 'owner' });
  expect(await accounts.access.actAs({ orgId: stranger.orgId, personId })).toBeUndefined();
  const { caller } = await join(owner, 'member');
  await accounts.people.update(owner, caller.personId, { isDisabled: true });
  expect(await accounts.access.actAs(caller)).toBeUndefined();
});

test('a caller is found in a database that can only be read, though the use can’t be noted', async () => {
  const { caller, signedIn } = await join(owner, 'member');
  const { secret } = await accounts.tokens.create(caller, { name: 't', scopes: ['read'] });
  await age('sign_ins', ['last_used_at'], 2);
  const text = `do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database());
  end $$`;
  await database.run({ name: '', text, values: [] });
  const readOnly = openDatabase(database.address);
  afterAll(() => readOnly.close());
  const { access, teams } = createAccounts({
    database: readOnly,
    newId: randomUUID,
    randomToken: () => randomBytes(32).toString('base64url'),
  });
  expect(await access.authenticate({ cookie: signedIn.cookie })).toEqual(caller);
  expect(await access.authenticate({ bearer: secret })).toMatchObject({ scopes: ['read'] });
  await expect(teams.create(owner, { name: 'T' })).rejects.toMatchObject({
    code: 'database-unavailable',
  });
});
