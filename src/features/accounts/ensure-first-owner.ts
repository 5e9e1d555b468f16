// Makes the first organisation, once.

import { sql } from 'kysely';
import type { Language } from '#base/text.ts';
import { firstStartTexts } from '#contract/texts/account-texts.ts';
import type { Writing } from './account-store.ts';
import { sameWordKey } from './account-words.ts';
import type { FirstStart, EnsureFirstOwner } from './first-start.ts';
import type { SubjectParts } from './subject-parts.ts';

const FIRST_LOGIN = 'owner';

export function createEnsureFirstOwner(parts: SubjectParts): EnsureFirstOwner {
  return ({ language }) =>
    parts.store.write(async (tables) => {
      // Several processes that start at once come one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended('qiao first owner', 0))`.execute(
        tables,
      );
      return (await earlierStart(tables)) ?? makeAll(tables, parts, language);
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
  return { orgId, personId, login, roleId: null, isNew: false };
}

async function makeAll(
  tables: Writing,
  { newId }: SubjectParts,
  language: Language,
): Promise<FirstStart> {
  const [orgId, personId, roleId] = [newId(), newId(), newId()];
  const orgName = firstStartTexts.orgName()[language];
  await tables.insertInto('orgs').values({ id: orgId, name: orgName, settings: '{}' }).execute();
  await tables
    .insertInto('people')
    .values({
      id: personId,
      orgId,
      name: firstStartTexts.ownerName()[language],
      login: FIRST_LOGIN,
      loginKey: sameWordKey(FIRST_LOGIN),
      position: 'owner',
      language,
    })
    .execute();
  const name = firstStartTexts.roleName()[language];
  const persona = firstStartTexts.persona()[language];
  await tables
    .insertInto('roles')
    .values({ id: roleId, orgId, name, nameKey: sameWordKey(name), persona })
    .execute();
  return { orgId, personId, login: FIRST_LOGIN, roleId, isNew: true };
}
