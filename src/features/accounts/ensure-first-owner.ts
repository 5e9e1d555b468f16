// Makes the first organisation, once.

import { sql } from 'kysely';
import type { Language } from '#base/text.ts';
import { firstStartTexts } from '#contract/texts/account-texts.ts';
import type { Writing } from './account-store.ts';
import type { FirstStart, EnsureFirstOwner } from './first-start.ts';
import { makeOrg } from './make-org.ts';
import type { SubjectParts } from './subject-parts.ts';

const FIRST_LOGIN = 'owner';

export function createEnsureFirstOwner(parts: SubjectParts): EnsureFirstOwner {
  return ({ language }) =>
    parts.store.write(async (tables) => {
      // Several processes that start at once come one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended('qiao first owner', 0))`.execute(
        tables,
      );
      return (await earlierStart(tables)) ?? makeFirst(tables, parts, language);
    });
}

async function earlierStart(tables: Writing): Promise<FirstStart | undefined> {
  const owner = await tables
    .selectFrom('people')
    .select(['id', 'orgId', 'login'])
    .where('position', '=', 'owner')
    .where('isDisabled', '=', false)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  if (owner === undefined) return undefined;
  const { id: personId, orgId, login } = owner;
  return {
    orgId,
    personId,
    login,
    roleId: null,
    isNew: false,
    isUnentered: await isUnentered(tables),
  };
}

async function makeFirst(
  tables: Writing,
  parts: SubjectParts,
  language: Language,
): Promise<FirstStart> {
  const name = firstStartTexts.orgName()[language];
  const made = await makeOrg(tables, parts, { name, ownerLogin: FIRST_LOGIN, language });
  return { ...made, isNew: true, isUnentered: true };
}

async function isUnentered(tables: Writing): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select
    not exists (select from platform.sign_ins)
    and not exists (select from platform.people where password_hash is not null)
    and (select count(*) from platform.people) = 1 as "is"`.execute(tables);
  return rows[0]?.is === true;
}
