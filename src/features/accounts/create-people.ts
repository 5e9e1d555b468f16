// People in the database.

import { sql } from 'kysely';
import type { AccountStore, Writing } from './account-store.ts';
import type { PersonRow } from './account-tables.ts';
import { checkedLogin, checkedName, sameWordKey } from './account-words.ts';
import type { Caller } from './caller.ts';
import { findPerson } from './find-person.ts';
import { lockOwners, requireAnOwner } from './last-owner.ts';
import { found } from './not-found.ts';
import { endSignIns } from './open-sign-in.ts';
import { pageBounds, toPage, type Page } from './page.ts';
import type { Person, PersonChanges, PeopleRequest, People } from './people.ts';
import { personOfRow } from './person-of-row.ts';
import {
  requireAbove,
  requireAdminChanging,
  requireAdminReading,
  requireChanging,
} from './rights.ts';

export function createPeople(store: AccountStore): People {
  const byId = async (orgId: string, personId: string) => {
    const row = await findPerson(store, orgId, personId);
    return personOfRow(found(row, 'person'));
  };
  return {
    me: ({ orgId, personId }) => byId(orgId, personId),
    async get(caller, personId) {
      if (personId !== caller.personId) requireAdminReading(caller);
      return byId(caller.orgId, personId);
    },
    async list(caller, request = {}) {
      requireAdminReading(caller);
      return listPeople(store, caller.orgId, request);
    },
    update: (caller, personId, changes) =>
      store.write((tables) => updatePerson(tables, { caller, personId, changes })),
    async remove(caller, personId) {
      requireAdminChanging(caller);
      await store.write(async (tables) => {
        const target = await lockedPerson(tables, caller.orgId, personId);
        requireAbove(caller, target.position);
        await tables.deleteFrom('people').where('id', '=', target.id).execute();
        await requireAnOwner(tables, caller.orgId);
      });
    },
  };
}

async function listPeople(
  store: AccountStore,
  orgId: string,
  { search, ...page }: PeopleRequest,
): Promise<Page<Person>> {
  const { limit, afterSeq } = pageBounds(page);
  const rows = await store.read((tables) => {
    const all = tables
      .selectFrom('people')
      .selectAll()
      .where('orgId', '=', orgId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit + 1);
    if (search === undefined) return all.execute();
    const hit = sql<boolean>`strpos(lower(name || ' ' || login), lower(${search})) > 0`;
    return all.where(hit).execute();
  });
  return toPage(rows, limit, personOfRow);
}

interface PersonUpdate {
  readonly caller: Caller;
  readonly personId: string;
  readonly changes: PersonChanges;
}

async function updatePerson(
  tables: Writing,
  { caller, personId, changes }: PersonUpdate,
): Promise<Person> {
  const isOwn = personId === caller.personId;
  const isAboutPlace = changes.position !== undefined || changes.isDisabled !== undefined;
  if (isOwn && !isAboutPlace) requireChanging(caller);
  else requireAdminChanging(caller);
  const target = await lockedPerson(tables, caller.orgId, personId);
  if (!isOwn) requireAbove(caller, target.position);
  if (changes.position !== undefined) requireAbove(caller, changes.position);
  const set = valuesOf(changes);
  if (Object.keys(set).length === 0) return personOfRow(target);
  const row = await tables
    .updateTable('people')
    .set(set)
    .where('id', '=', target.id)
    .returningAll()
    .executeTakeFirst();
  if (changes.isDisabled === true) await endSignIns(tables, target);
  if (isAboutPlace) await requireAnOwner(tables, caller.orgId);
  return personOfRow(found(row, 'person'));
}

/** Undefined words stay out of the statement. */
function valuesOf(changes: PersonChanges): Partial<Omit<PersonRow, 'seq' | 'createdAt'>> {
  const { name, login, language, position, isDisabled } = changes;
  const newLogin = login === undefined ? undefined : checkedLogin(login);
  return {
    ...(name !== undefined && { name: checkedName(name) }),
    ...(newLogin !== undefined && { login: newLogin, loginKey: sameWordKey(newLogin) }),
    ...(language !== undefined && { language }),
    ...(position !== undefined && { position }),
    ...(isDisabled !== undefined && { isDisabled }),
  };
}

async function lockedPerson(tables: Writing, orgId: string, personId: string): Promise<PersonRow> {
  await lockOwners(tables, orgId);
  const row = await tables
    .selectFrom('people')
    .selectAll()
    .where('orgId', '=', orgId)
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return found(row, 'person');
}
