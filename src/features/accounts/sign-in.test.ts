// Signing in and out: passwords, cookies, and what ends them.

import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createAccountFixture, PASSWORD, PLACE } from './testing/account-fixture.ts';

const { accounts, database, newOrg, join, age } = await createAccountFixture();
const { owner } = await newOrg();

const signIn = (login: string, password = PASSWORD, address = PLACE.address) =>
  accounts.signIns.withPassword({ login, password, address });

/** Microseconds of all threads for five wrong passwords. */
async function cpuOf(login: string): Promise<number> {
  const start = process.cpuUsage();
  for (let round = 0; round < 5; round += 1) {
    await signIn(login, 'wrong password', `10.8.${login.length}.${round}`).catch(() => undefined);
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

test('a person comes in with login and password, and the cookie tells who they are', async () => {
  const { caller } = await join(owner, 'member', 'ann@example.org');
  const { cookie, person, signInId } = await signIn('ann@example.org');
  expect(cookie).toMatch(/^[\w-]{43}$/);
  expect(person).toMatchObject({ login: 'ann@example.org', hasPassword: true });
  expect(person).not.toHaveProperty('passwordHash');
  expect(await accounts.access.authenticate({ cookie })).toEqual({
    orgId: owner.orgId,
    personId: caller.personId,
    position: 'member',
    scopes: ['chat', 'read', 'admin'],
    signInId,
  });
});

test('logins are the same whatever the case and spelling, in any script', async () => {
  await join(owner, 'member', 'Zoë.STRASSE');
  await join(owner, 'member', '王小明');
  for (const login of ['zoe\u0308.straße', ' ZOË.strasse ', '王小明']) {
    expect((await signIn(login)).person.hasPassword).toBe(true);
  }
  await expect(join(owner, 'member', 'ｚｏë.strasse')).rejects.toMatchObject({ code: 'conflict' });
});

test.each(['', '  ', 'a b', 'a\u200Bb', 'a\0b', 'a\u202Eb', 'a\u3164b', 'x'.repeat(255)])(
  'a login that is empty, long or holds what cannot be seen is refused: %j',
  async (login) => {
    await expect(join(owner, 'member', login)).rejects.toMatchObject({ code: 'request-invalid' });
  },
);

test('an unknown login, a wrong password and a disabled person are refused with the same words', async () => {
  const { caller } = await join(owner, 'member', 'gone');
  await accounts.people.update(owner, caller.personId, { isDisabled: true });
  await join(owner, 'member', 'here');
  const refusals = await Promise.all(
    [signIn('nobody-at-all'), signIn('here', 'not the password'), signIn('gone')].map((attempt) =>
      attempt.then(
        () => 'signed in',
        (error: unknown) => error,
      ),
    ),
  );
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'sign-in-refused' });
  expect(new Set(refusals.map(String)).size).toBe(1);
});

test('strange logins and passwords are wrong ones, not failures', async () => {
  for (const [login, password] of [
    ['a\0b', PASSWORD],
    ['\uD800', PASSWORD],
    ['x'.repeat(100_000), PASSWORD],
    ['ann@example.org', '\0'],
    ['ann@example.org', '\uDFFF'.repeat(10)],
    ['ann@example.org', 'x'.repeat(1_000_000)],
  ] as const) {
    const attempt = signIn(login, password, `10.9.0.${password.length % 200}`);
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-refused' });
  }
});

test('an unknown login takes as long as a wrong password', async () => {
  await join(owner, 'member', 'timed');
  await cpuOf('warm-up');
  const [known, unknown] = [await cpuOf('timed'), await cpuOf('nobody-here')];
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

test('passwords are stored as argon2id, cookies as hashes', async () => {
  const { signedIn } = await join(owner, 'member', 'stored');
  const text = `select p.password_hash, s.secret_hash from platform.people p
    join platform.sign_ins s on s.person_id = p.id where p.login = 'stored'`;
  const [row] = await database.run({ name: '', text, values: [] });
  expect(row?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(String(row?.['secret_hash'])).not.toContain(signedIn.cookie);
});

test.each(['', 'short', '123456789', '💩'.repeat(9), 'x'.repeat(1025), '长'.repeat(342)])(
  'a password of fewer than 10 characters or more than 1024 bytes is refused (%#)',
  async (password) => {
    const { token } = await accounts.invitations.create(owner, { position: 'member' });
    const person = { name: 'X', login: `p${password.length}`, language: 'zh', password } as const;
    await expect(accounts.invitations.accept(token, person, PLACE)).rejects.toMatchObject({
      code: 'request-invalid',
    });
  },
);

test.each([
  undefined,
  '',
  'x',
  'A'.repeat(43),
  `${'A'.repeat(42)}\0`,
  'qiao_' + 'A'.repeat(43),
  'x'.repeat(1_000_000),
])('a cookie that was never given is nobody (%#)', async (cookie = 'undefined') => {
  expect(await accounts.access.authenticate({ cookie })).toBeUndefined();
  expect(await accounts.access.authenticate({ bearer: cookie })).toBeUndefined();
});

test('a cookie is no token, and a stored hash is no cookie', async () => {
  const { signedIn } = await join(owner, 'member');
  const { cookie } = signedIn;
  expect(await accounts.access.authenticate({ bearer: cookie })).toBeUndefined();
  expect(await accounts.access.authenticate({ bearer: `qiao_${cookie}` })).toBeUndefined();
  const text = 'select secret_hash from platform.sign_ins where id = $1';
  const [row] = await database.run({ name: '', text, values: [signedIn.signInId] });
  const stored = row?.['secret_hash'];
  if (!Buffer.isBuffer(stored)) throw new Error('there is no hash');
  expect(
    await accounts.access.authenticate({ cookie: stored.toString('base64url') }),
  ).toBeUndefined();
});

test('signing out ends this sign-in and no other', async () => {
  const { caller, signedIn } = await join(owner, 'member', 'two-browsers');
  const other = await signIn('two-browsers');
  await accounts.signIns.signOut(caller);
  await accounts.signIns.signOut(caller);
  expect(await accounts.access.authenticate({ cookie: signedIn.cookie })).toBeUndefined();
  expect(await accounts.access.authenticate({ cookie: other.cookie })).toBeDefined();
});

test('a sign-in holds for 30 days after its last use', async () => {
  const { caller, signedIn } = await join(owner, 'member', 'sliding');
  const days = 24 * 60;
  await age('sign_ins', ['last_used_at'], 29 * days);
  expect(await accounts.access.authenticate({ cookie: signedIn.cookie })).toBeDefined();
  await age('sign_ins', ['last_used_at'], 29 * days);
  expect(await accounts.access.authenticate({ cookie: signedIn.cookie })).toBeDefined();
  await age('sign_ins', ['last_used_at'], 31 * days);
  expect(await accounts.access.authenticate({ cookie: signedIn.cookie })).toBeUndefined();
  expect((await accounts.signIns.list(caller)).items).toEqual([]);
});

test('a password change ends all sign-ins and links, and gives a fresh one', async () => {
  const { caller, signedIn } = await join(owner, 'member', 'changing');
  const link = await accounts.signInLinks.issue({ login: 'changing' });
  const next = 'another long password';
  const fresh = await accounts.passwords.change(caller, { current: PASSWORD, next }, PLACE);
  expect(await accounts.access.authenticate({ cookie: signedIn.cookie })).toBeUndefined();
  expect(await accounts.access.authenticate({ cookie: fresh.cookie })).toBeDefined();
  await expect(accounts.signInLinks.redeem(link.token, PLACE)).rejects.toMatchObject({
    code: 'link-expired',
  });
  await expect(signIn('changing')).rejects.toMatchObject({ code: 'sign-in-refused' });
  expect((await signIn('changing', next)).person.login).toBe('changing');
});

test('a password change needs the current one, and a browser', async () => {
  const { caller } = await join(owner, 'member', 'with-password');
  const next = 'another long password';
  const change = (from: typeof caller, current?: string) =>
    accounts.passwords.change(from, { current, next }, PLACE);
  await expect(change(caller)).rejects.toMatchObject({ code: 'sign-in-refused' });
  await expect(change(caller, 'guessed it maybe')).rejects.toMatchObject({
    code: 'sign-in-refused',
  });
  const { signInId: _signInId, ...program } = caller;
  await expect(change({ ...program, tokenId: 'x' }, PASSWORD)).rejects.toMatchObject({
    code: 'not-allowed',
  });
});

test('who forgot the password sets another within an hour of coming by a link', async () => {
  await join(owner, 'member', 'forgetful');
  const byLink = async () => {
    const { token } = await accounts.signInLinks.issue({ login: 'forgetful' });
    const { cookie } = await accounts.signInLinks.redeem(token, PLACE);
    const caller = await accounts.access.authenticate({ cookie });
    if (caller === undefined) throw new Error('the link did not sign in');
    return caller;
  };
  const next = 'remembered at last';
  await accounts.passwords.change(await byLink(), { next }, PLACE);
  expect((await signIn('forgetful', next)).person.login).toBe('forgetful');
  const late = await byLink();
  await age('sign_ins', ['created_at'], 61);
  await expect(
    accounts.passwords.change(late, { next: 'too late for this' }, PLACE),
  ).rejects.toMatchObject({ code: 'sign-in-refused' });
});

test('of two password changes at once one holds', async () => {
  const { caller } = await join(owner, 'member', 'racing');
  const results = await Promise.allSettled(
    ['first new password', 'second new password'].map((next) =>
      accounts.passwords.change(caller, { current: PASSWORD, next }, PLACE),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a password changed while the old one is compared lets nobody in', async () => {
  const { caller } = await join(owner, 'member', 'meanwhile');
  const waiters = `select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const attempt = await database.transaction(async (client) => {
    const set = 'update platform.people set password_hash = $2 where id = $1';
    await client.query(set, [caller.personId, await hash('set behind its back')]);
    const started = signIn('meanwhile').catch((error: unknown) => error);
    // The old hash was right; the sign-in now waits for what happens to the person.
    await expect.poll(async () => (await client.query(waiters)).rows[0]).toEqual({ count: 1 });
    return { started };
  });
  expect(await attempt.started).toMatchObject({ code: 'sign-in-refused' });
});

test('a person sees their own sign-ins and ends one of them', async () => {
  const { caller, signedIn } = await join(owner, 'member', 'several');
  const other = await signIn('several');
  const { items } = await accounts.signIns.list(caller);
  expect(items.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [signedIn.signInId, true],
    [other.signInId, false],
  ]);
  const stranger = await join(owner, 'admin');
  await expect(accounts.signIns.end(stranger.caller, other.signInId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await accounts.signIns.end(caller, other.signInId);
  expect(await accounts.access.authenticate({ cookie: other.cookie })).toBeUndefined();
});

test('a use is noted at most once a minute', async () => {
  const { signedIn } = await join(owner, 'member');
  const text = 'select xmin::text as version from platform.sign_ins where id = $1';
  const version = async () =>
    (await database.run({ name: '', text, values: [signedIn.signInId] }))[0]?.['version'];
  const before = await version();
  await accounts.access.authenticate({ cookie: signedIn.cookie });
  expect(await version()).toBe(before);
  await age('sign_ins', ['last_used_at'], 2);
  const aged = await version();
  await accounts.access.authenticate({ cookie: signedIn.cookie });
  expect(await version()).not.toBe(aged);
});
