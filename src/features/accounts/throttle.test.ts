// Guessing passwords gets slow; the person it is about still gets in.

import { beforeEach, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { createAccountFixture, PASSWORD } from './testing/account-fixture.ts';

const { accounts, database, newOrg, join, age } = await createAccountFixture();
const { owner } = await newOrg();
await join(owner, 'member', 'target');

const HOME = '192.0.2.1';

beforeEach(async () => {
  await database.run({ name: '', text: 'delete from platform.throttles', values: [] });
});

type Outcome = 'in' | 'refused' | number;

async function attempt(
  address: string,
  password = 'a wrong guess',
  login = 'target',
): Promise<Outcome> {
  try {
    await accounts.signIns.withPassword({ login, password, address });
    return 'in';
  } catch (thrown) {
    const { code, details } = AppError.from(thrown);
    if (code === 'sign-in-refused') return 'refused';
    if (code === 'too-many-requests') return Number(details['retryAfterMs']);
    throw thrown;
  }
}

async function attempts(count: number, address: (index: number) => string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let index = 0; index < count; index += 1) outcomes.push(await attempt(address(index)));
  return outcomes;
}

test('after five wrong passwords one waits, each time twice as long', async () => {
  const waits: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    let outcome = await attempt('198.51.100.1');
    while (outcome === 'refused') outcome = await attempt('198.51.100.1');
    waits.push(Number(outcome));
    await age('throttles', ['blocked_until'], 60);
  }
  expect(waits.map((wait) => Math.round(wait / 1000))).toEqual([1, 2, 4, 8, 16]);
});

test('the sentence says how long to wait', async () => {
  await attempts(6, () => '198.51.100.1');
  const waiting = accounts.signIns.withPassword({
    login: 'target',
    password: 'x',
    address: '198.51.100.1',
  });
  await expect(waiting).rejects.toThrow(/Try again in 1 s/);
});

test('the right password has to wait too, and asking meanwhile makes it no longer', async () => {
  await attempts(6, () => '198.51.100.1');
  const first = Number(await attempt('198.51.100.1', PASSWORD));
  for (let round = 0; round < 20; round += 1) await attempt('198.51.100.1', PASSWORD);
  const last = Number(await attempt('198.51.100.1', PASSWORD));
  expect(last).toBeLessThanOrEqual(first);
});

test('a right password wipes the count', async () => {
  await attempts(5, () => HOME);
  expect(await attempt(HOME, PASSWORD)).toBe('in');
  expect(await attempts(5, () => HOME)).toEqual(Array.from({ length: 5 }, () => 'refused'));
});

test('a hundred guesses at once are not more than one after the other', async () => {
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => attempt('198.51.100.2')));
  expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeLessThanOrEqual(6);
});

test('a login that nobody has is throttled like any', async () => {
  const outcomes: Outcome[] = [];
  for (let round = 0; round < 8; round += 1) {
    outcomes.push(await attempt('198.51.100.3', 'guess', 'NOBODY-with-this'));
  }
  expect(outcomes.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'refused'));
  expect(outcomes[6]).toBeGreaterThan(0);
});

test('other spellings of a login are counted with it', async () => {
  for (const login of ['target', 'TARGET', 'Target', 'ｔarget', ' target ', 'tARGET']) {
    expect(await attempt('198.51.100.4', 'guess', login)).toBe('refused');
  }
  expect(await attempt('198.51.100.4', 'guess', 'targeT')).toBeGreaterThan(0);
});

test('one address that tries many logins is slowed down', async () => {
  const outcomes: Outcome[] = [];
  for (let index = 0; index < 33; index += 1) {
    outcomes.push(await attempt('198.51.100.5', 'guess', `someone-${index}`));
  }
  expect(outcomes.slice(0, 31)).toEqual(Array.from({ length: 31 }, () => 'refused'));
  expect(outcomes[31]).toBeGreaterThan(0);
});

test('signing in with an account of one’s own does not wipe an address’s count', async () => {
  await join(owner, 'member', 'attacker');
  for (let index = 0; index < 30; index += 1) {
    await attempt('198.51.100.6', 'guess', `someone-${index}`);
  }
  expect(await attempt('198.51.100.6', PASSWORD, 'attacker')).toBe('in');
  await attempt('198.51.100.6', 'guess', 'someone-a');
  expect(await attempt('198.51.100.6', 'guess', 'someone-b')).toBeGreaterThan(0);
});

test('a network of IPv6 addresses counts as one', async () => {
  const outcomes = await attempts(8, (index) => `2001:db8:0:1::${index + 1}`);
  expect(outcomes.at(-1)).toBeGreaterThan(0);
  expect(await attempt('2001:db8:0:2::1')).toBe('refused');
  expect(await attempt('::ffff:203.0.113.7')).toBe('refused');
});

test('a login that is tried from everywhere is slowed down, by half a minute at most', async () => {
  const outcomes = await attempts(22, (index) => `203.0.113.${index}`);
  expect(outcomes[21]).toBeGreaterThan(0);
  for (let round = 0; round < 12; round += 1) {
    await age('throttles', ['blocked_until'], 60);
    await attempt(`203.0.113.${round + 50}`);
  }
  const wait = Number(await attempt('203.0.113.200'));
  expect(wait).toBeGreaterThan(20_000);
  expect(wait).toBeLessThanOrEqual(30_000);
});

test('guessing from elsewhere does not lock out a person where they sign in', async () => {
  await attempts(30, (index) => `203.0.113.${index}`);
  expect(await attempt('203.0.113.99')).toBeGreaterThan(0);
  expect(await attempt(HOME, PASSWORD)).toBe('in');
});

test('a sign-in link works however often the password was guessed', async () => {
  await attempts(30, (index) => `203.0.113.${index % 3}`);
  const { token } = await accounts.signInLinks.issue({ login: 'target' });
  const place = { address: '203.0.113.1' };
  expect((await accounts.signInLinks.redeem(token, place)).person.login).toBe('target');
});

test('an address forgets a failure every ten minutes, also while others go on signing in there', async () => {
  for (let index = 0; index < 30; index += 1) {
    await attempt('198.51.100.8', 'guess', `someone-${index}`);
  }
  for (let round = 0; round < 4; round += 1) {
    await age('throttles', ['blocked_until', 'updated_at'], 5);
    expect(await attempt('198.51.100.8', PASSWORD)).toBe('in');
  }
  const more: Outcome[] = [];
  for (let index = 0; index < 4; index += 1) {
    more.push(await attempt('198.51.100.8', 'guess', `other-${index}`));
  }
  expect(more.slice(0, 3)).toEqual(['refused', 'refused', 'refused']);
  expect(more[3]).toBeGreaterThan(0);
});

test('a day without a wrong password is forgotten', async () => {
  await attempts(7, () => '198.51.100.7');
  await age('throttles', ['blocked_until', 'updated_at'], 24 * 60 + 1);
  expect(await attempts(5, () => '198.51.100.7')).toEqual(
    Array.from({ length: 5 }, () => 'refused'),
  );
});
