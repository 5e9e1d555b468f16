// Makes a sign-in link for a person of the instance, whether its server runs or not.

import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import { instanceTexts } from '#contract/texts/instance-texts.ts';
import { createAccounts, type Accounts } from '#features/accounts/index.ts';
import type { Settings } from '#system/settings.ts';
import { requireInstance } from './find-instance.ts';
import { openInstance } from './open-instance.ts';
import { serverAddress, signInAddress } from './sign-in-address.ts';

const MOST_LOGINS = 50;

export interface IssuedLink {
  readonly url: string;
  readonly login: string;
  readonly expiresAt: Date;
}

/** Of the earliest owner where no login is given. Throws `not-found` also where there is no instance, or what `openInstance` does. */
export async function issueSignInLink(
  settings: Settings,
  login: string | undefined,
): Promise<IssuedLink> {
  await requireInstance(settings);
  const instance = await openInstance({
    settings,
    poolSize: 2,
    logStream: { write: () => undefined },
  });
  try {
    const accounts = createAccounts({
      database: instance.database,
      newId: randomUUID,
      randomToken: () => randomBytes(32).toString('base64url'),
    });
    const owner = await accounts.ensureFirstOwner({ language: settings.language });
    const whom = login === undefined ? { personId: owner.personId } : { login };
    const { token, expiresAt } = await accounts.signInLinks
      .issue(whom)
      .catch((error: unknown) => tellLogins(accounts, owner, { login, error }));
    const url = signInAddress(serverAddress(settings, settings.port), token);
    return { url, login: login ?? owner.login, expiresAt };
  } finally {
    await instance.close();
  }
}

/** A login that nobody has is told with those that there are; any other failure as it is. */
async function tellLogins(
  accounts: Accounts,
  owner: { readonly orgId: string; readonly personId: string },
  { login, error }: { readonly login: string | undefined; readonly error: unknown },
): Promise<never> {
  const caller = await accounts.access.actAs(owner);
  if (login === undefined || caller === undefined) throw error;
  const { items } = await accounts.people.list(caller, { limit: MOST_LOGINS });
  const logins = items.map((person) => person.login);
  if (logins.some((each) => each.toLowerCase() === login.toLowerCase())) throw error;
  throw new AppError('not-found', instanceTexts.noLogin(login, logins), { cause: error });
}
