// An organisation keeps at least one enabled owner, also when two of them go at once.

import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { Writing } from './account-store.ts';

/** Before people's places change: such changes of one organisation come one after the other. */
export async function lockOwners(tables: Writing, orgId: string): Promise<void> {
  await tables.selectFrom('orgs').select('id').where('id', '=', orgId).forNoKeyUpdate().execute();
}

/** After them: throws `conflict` where nobody is left, which takes the change back. */
export async function requireAnOwner(tables: Writing, orgId: string): Promise<void> {
  const owner = await tables
    .selectFrom('people')
    .select('id')
    .where('orgId', '=', orgId)
    .where('position', '=', 'owner')
    .where('isDisabled', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (owner === undefined) throw new AppError('conflict', accountTexts.lastOwner());
}
