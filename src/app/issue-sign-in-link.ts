// Makes a sign-in link for a person of the instance, whether its server runs or not.

import { randomBytes, randomUUID } from 'node:crypto';
import { createAccounts } from '#features/accounts/index.ts';
import type { Settings } from '#system/settings.ts';
import { openInstance } from './open-instance.ts';
import { serverAddress, signInAddress } from './sign-in-address.ts';

export interface IssuedLink {
  readonly url: string;
  readonly login: string;
  readonly expiresAt: Date;
}

/** Of the earliest owner where no login is given. Throws `not-found`, or what `openInstance` does. */
export async function issueSignInLink(
  settings: Settings,
  login: string | undefined,
): Promise<IssuedLink> {
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
    const { token, expiresAt } = await accounts.signInLinks.issue(whom);
    const url = signInAddress(serverAddress(settings, settings.port), token);
    return { url, login: login ?? owner.login, expiresAt };
  } finally {
    await instance.close();
  }
}
