// Two organisations on a database of their own, with people of every position.

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { accountsMigrations } from '../accounts-migrations.ts';
import { createAccounts, type Accounts } from '../accounts.ts';
import type { Caller, Position } from '../caller.ts';
import type { SignedIn } from '../sign-ins.ts';

export const PLACE = { address: '192.0.2.1', device: 'test browser' };
export const PASSWORD = 'correct horse battery';

export interface AccountFixture {
  readonly database: TestDatabase;
  readonly accounts: Accounts;
  /** As an owner of a new organisation; `roleId` is its first role. */
  readonly newOrg: () => Promise<{
    readonly owner: Caller;
    readonly roleId: string;
    readonly login: string;
  }>;
  /** Joins by an invitation of `inviter`: with `PASSWORD` where a login is named. */
  readonly join: (inviter: Caller, position: Position, login?: string) => Promise<Joined>;
  /** Moves everything an instant back in time, as if so many minutes had passed. */
  readonly age: (table: string, columns: readonly string[], minutes: number) => Promise<void>;
}

interface Joined {
  readonly caller: Caller;
  readonly signedIn: SignedIn;
}

export async function createAccountFixture(): Promise<AccountFixture> {
  const database = await createTestDatabase(accountsMigrations);
  afterAll(() => database.drop());
  const accounts = createAccounts({
    database,
    newId: randomUUID,
    randomToken: () => randomBytes(32).toString('base64url'),
  });
  return {
    database,
    accounts,
    async newOrg() {
      const ownerLogin = `owner-${randomUUID()}`;
      const made = await accounts.orgs.create({ name: 'Org', ownerLogin, language: 'en' });
      return { owner: await callerOf(accounts, made), roleId: made.roleId, login: ownerLogin };
    },
    async join(inviter, position, login) {
      const { token } = await accounts.invitations.create(inviter, { position });
      const words = { name: 'Somebody', language: 'en' } as const;
      const person =
        login === undefined
          ? { ...words, login: randomUUID() }
          : { ...words, login, password: PASSWORD };
      const signedIn = await accounts.invitations.accept(token, person, PLACE);
      const caller = await accounts.access.authenticate({ cookie: signedIn.cookie });
      if (caller === undefined) throw new Error('the new person is not signed in');
      return { caller, signedIn };
    },
    async age(table, columns, minutes) {
      const set = columns.map((column) => `${column} = ${column} - make_interval(mins => $1)`);
      const text = `update platform.${table} set ${set.join(', ')}`;
      await database.run({ name: '', text, values: [minutes] });
    },
  };
}

async function callerOf(
  accounts: Accounts,
  who: { readonly orgId: string; readonly personId: string },
): Promise<Caller> {
  const caller = await accounts.access.actAs(who);
  if (caller === undefined) throw new Error('there is no such person');
  return caller;
}
