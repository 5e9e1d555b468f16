// A new organisation with its owner and a role to talk to.

import type { Language } from '#base/text.ts';
import { firstStartTexts } from '#contract/texts/account-texts.ts';
import type { Writing } from './account-store.ts';
import { checkedLogin, checkedName, sameWordKey } from './account-words.ts';
import type { NewOrg, OrgStart } from './orgs.ts';
import type { SubjectParts } from './subject-parts.ts';

export async function makeOrg(
  tables: Writing,
  { newId }: Pick<SubjectParts, 'newId'>,
  given: NewOrg,
): Promise<OrgStart> {
  const { language } = given;
  const [orgId, personId, roleId] = [newId(), newId(), newId()];
  const login = checkedLogin(given.ownerLogin);
  const name = checkedName(given.name);
  const ownerName = firstStartTexts.ownerName()[language];
  await tables.insertInto('orgs').values({ id: orgId, name, settings: '{}' }).execute();
  await tables
    .insertInto('people')
    .values({
      id: personId,
      orgId,
      name: ownerName,
      login,
      loginKey: sameWordKey(login),
      position: 'owner',
      language,
    })
    .execute();
  await tables
    .insertInto('roles')
    .values({ id: roleId, orgId, ...firstRole(language) })
    .execute();
  return { orgId, personId, login, roleId };
}

function firstRole(language: Language): {
  readonly name: string;
  readonly nameKey: string;
  readonly persona: string;
} {
  const name = firstStartTexts.roleName()[language];
  return { name, nameKey: sameWordKey(name), persona: firstStartTexts.persona()[language] };
}
