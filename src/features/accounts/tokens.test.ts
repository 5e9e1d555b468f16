// Tokens for programs.

import { expect, test } from 'vitest';
import { SCOPES, type Scope } from './caller.ts';
import { createAccountFixture } from './testing/account-fixture.ts';

const { accounts, database, newOrg, join, age } = await createAccountFixture();
const { owner } = await newOrg();

const callerBy = (bearer: string) => accounts.access.authenticate({ bearer });

async function versions(): Promise<readonly unknown[]> {
  const text = 'select xmin::text as version from platform.api_tokens';
  return database.run({ name: '', text, values: [] });
}

async function tokenOf(scopes: readonly Scope[], from = owner) {
  return accounts.tokens.create(from, { name: 'program', scopes });
}

test('a token is told once, is stored as a hash, and carries its scopes', async () => {
  const { token, secret } = await tokenOf(['chat', 'read', 'read']);
  expect(secret).toMatch(/^qiao_[\w-]{43}$/);
  expect(await callerBy(secret)).toEqual({
    orgId: owner.orgId,
    personId: owner.personId,
    position: 'owner',
    scopes: ['chat', 'read'],
    tokenId: token.id,
  });
  const rows = await database.run({
    name: '',
    text: `select t::text as all from platform.api_tokens t`,
    values: [],
  });
  expect(JSON.stringify(rows)).not.toContain(secret.slice(5));
  expect(JSON.stringify(await accounts.tokens.list(owner))).not.toContain(secret.slice(5));
});

test('a wrong token is nobody, however near', async () => {
  const { secret } = await tokenOf(['read']);
  const last = secret.endsWith('A') ? 'B' : 'A';
  for (const wrong of [
    `${secret.slice(0, -1)}${last}`,
    secret.slice(0, -1),
    `${secret}A`,
    secret.slice(5),
    secret.toUpperCase(),
    `${secret} `,
    `Bearer ${secret}`,
    'qiao_',
    `qiao_${'%'.repeat(43)}`,
  ]) {
    expect([wrong, await callerBy(wrong)]).toEqual([wrong, undefined]);
  }
  expect(await accounts.access.authenticate({ cookie: secret })).toBeUndefined();
});

test('a revoked token is nobody', async () => {
  const { token, secret } = await tokenOf(['read']);
  await accounts.tokens.revoke(owner, token.id);
  await accounts.tokens.revoke(owner, token.id);
  expect(await callerBy(secret)).toBeUndefined();
});

test('a token with an expiry stops by the clock of the database', async () => {
  const { token, secret } = await accounts.tokens.create(owner, {
    name: 'short',
    scopes: ['read'],
    expiresInDays: 1,
  });
  expect(token.expiresAt?.getTime()).toBeCloseTo(Date.now() + 24 * 3600_000, -5);
  expect(await callerBy(secret)).toBeDefined();
  await age('api_tokens', ['expires_at'], 24 * 60 + 1);
  expect(await callerBy(secret)).toBeUndefined();
});

test.each([0, -1, 1.5, Number.NaN, 1e9])('an expiry of %d days is refused', async (days) => {
  const creating = accounts.tokens.create(owner, {
    name: 'x',
    scopes: ['read'],
    expiresInDays: days,
  });
  await expect(creating).rejects.toMatchObject({ code: 'request-invalid' });
});

test('a disabled person’s token stops, and works again when they are enabled', async () => {
  const { caller } = await join(owner, 'admin');
  const { secret } = await tokenOf(['read'], caller);
  await accounts.people.update(owner, caller.personId, { isDisabled: true });
  expect(await callerBy(secret)).toBeUndefined();
  await accounts.people.update(owner, caller.personId, { isDisabled: false });
  expect(await callerBy(secret)).toBeDefined();
});

test('a token follows its person’s position', async () => {
  const { caller } = await join(owner, 'admin');
  const { secret } = await tokenOf(['admin'], caller);
  await accounts.people.update(owner, caller.personId, { position: 'member' });
  expect(await callerBy(secret)).toMatchObject({ position: 'member' });
});

test('a token gives no token more than it has', async () => {
  const { secret } = await tokenOf(['admin']);
  const program = await callerBy(secret);
  if (program === undefined) throw new Error('the token is nobody');
  await expect(tokenOf(['chat'], program)).rejects.toMatchObject({ code: 'not-allowed' });
  const made = await tokenOf(['admin'], program);
  expect(await callerBy(made.secret)).toMatchObject({ scopes: ['admin'] });
});

test('a token without a scope is refused', async () => {
  await expect(tokenOf([])).rejects.toMatchObject({ code: 'request-invalid' });
});

test.each(SCOPES.filter((scope) => scope !== 'admin'))(
  'a token of scope %s alone changes nothing, even an owner’s',
  async (scope) => {
    const { secret } = await tokenOf([scope]);
    const program = await callerBy(secret);
    if (program === undefined) throw new Error('the token is nobody');
    for (const change of [
      () => accounts.people.update(program, owner.personId, { name: 'New' }),
      () => accounts.roles.create(program, { name: 'New' }),
      () => accounts.orgs.update(program, { name: 'New' }),
      () => tokenOf([scope], program),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not-allowed' });
    }
  },
);

test('a token of scope chat sees roles and itself, but no lists of people', async () => {
  const { secret } = await tokenOf(['chat']);
  const program = await callerBy(secret);
  if (program === undefined) throw new Error('the token is nobody');
  expect((await accounts.roles.list(program)).items).toHaveLength(1);
  expect((await accounts.people.me(program)).id).toBe(owner.personId);
  await expect(accounts.people.list(program)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(accounts.tokens.list(program)).rejects.toMatchObject({ code: 'not-allowed' });
});

test('a stolen token can be revoked by an admin, an owner’s only by an owner', async () => {
  const { caller: admin } = await join(owner, 'admin');
  const { caller: member } = await join(owner, 'member');
  const ofMember = await tokenOf(['read'], member);
  const ofOwner = await tokenOf(['read']);
  const { caller: other } = await join(owner, 'member');
  await expect(accounts.tokens.revoke(other, ofMember.token.id)).rejects.toMatchObject({
    code: 'not-found',
  });
  await accounts.tokens.revoke(admin, ofMember.token.id);
  expect(await callerBy(ofMember.secret)).toBeUndefined();
  await expect(accounts.tokens.revoke(admin, ofOwner.token.id)).rejects.toMatchObject({
    code: 'not-allowed',
  });
});

test('the last use is noted at most once a minute', async () => {
  const { secret } = await tokenOf(['read']);
  const before = await versions();
  await callerBy(secret);
  const first = await versions();
  expect(first).not.toEqual(before);
  await callerBy(secret);
  expect(await versions()).toEqual(first);
  await age('api_tokens', ['last_used_at'], 2);
  const aged = await versions();
  await callerBy(secret);
  expect(await versions()).not.toEqual(aged);
});
