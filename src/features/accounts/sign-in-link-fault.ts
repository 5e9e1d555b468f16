// Why a sign-in link does not hold, to whoever has its secret: they may be told more than "no".

import { sql, type Kysely } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { AccountTables } from './account-tables.ts';
import { isSecret, secretHash } from './secret-hash.ts';

/** Undefined for a link that holds. */
export async function signInLinkFault(
  tables: Kysely<AccountTables>,
  token: string,
): Promise<AppError | undefined> {
  if (!isSecret(token)) {
    const isWholeLink = /\/auth\/(?:link|invitation)\//.test(token);
    return fault(isWholeLink ? accountTexts.linkWhole() : accountTexts.linkExpired());
  }
  const link = await tables
    .selectFrom('signInLinks')
    .select(['usedAt', sql<boolean>`expires_at > now()`.as('isFresh')])
    .where('tokenHash', '=', secretHash(token))
    .executeTakeFirst();
  if (link !== undefined) {
    if (link.usedAt !== null) return fault(accountTexts.linkUsed());
    return link.isFresh ? undefined : fault(accountTexts.linkExpired());
  }
  const invitation = await tables
    .selectFrom('invitations')
    .select('id')
    .where('tokenHash', '=', secretHash(token))
    .executeTakeFirst();
  return fault(
    invitation === undefined ? accountTexts.linkExpired() : accountTexts.linkIsInvitation(),
  );
}

function fault(text: ReturnType<typeof accountTexts.linkExpired>): AppError {
  return new AppError('link-expired', text);
}
