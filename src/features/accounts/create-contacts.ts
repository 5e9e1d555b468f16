// Contacts in the database.

import { sql } from 'kysely';
import type { AccountStore } from './account-store.ts';
import type { ContactRow } from './account-tables.ts';
import { checkedText } from './account-words.ts';
import type { Caller } from './caller.ts';
import type {
  Contact,
  ContactChanges,
  ContactContent,
  Contacts,
  ContactsRequest,
} from './contacts.ts';
import { findPerson } from './find-person.ts';
import { found } from './not-found.ts';
import { pageBounds, toPage, type Page } from './page.ts';
import { requireAbove, requireAdminChanging, requireAdminReading } from './rights.ts';
import type { SubjectParts } from './subject-parts.ts';

export function createContacts(parts: SubjectParts): Contacts {
  const { store, newId } = parts;
  return {
    list: (caller, request = {}) => listContacts(store, caller, request),
    async get(caller, contactId) {
      requireAdminReading(caller);
      return found(await findContact(store, { orgId: caller.orgId, id: contactId }), 'contact');
    },
    async create(caller, contact) {
      requireAdminChanging(caller);
      await requireAboveLinked(store, caller, contact.personId);
      const words = checkedWords(contact);
      const row = await store.write((tables) =>
        tables
          .insertInto('contacts')
          .values({ ...words, id: newId(), orgId: caller.orgId })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      return toContact(row);
    },
    async update(caller, contactId, changes) {
      requireAdminChanging(caller);
      await requireAboveLinked(store, caller, changes.personId);
      return updateContact(store, { orgId: caller.orgId, contactId, changes });
    },
    async remove(caller, contactId) {
      requireAdminChanging(caller);
      const gone = await store.write((tables) =>
        tables
          .deleteFrom('contacts')
          .where('orgId', '=', caller.orgId)
          .where('id', '=', contactId)
          .returning('id')
          .executeTakeFirst(),
      );
      found(gone, 'contact');
    },
    find: ({ orgId, channel, key }) => findContact(store, { orgId, channel, key }),
    remember: (orgId, contact) => rememberContact(parts, orgId, contact),
  };
}

/** Who a contact is linked to acts wherever it speaks: as with sign-in links, an owner is only for owners to give. */
async function requireAboveLinked(
  store: AccountStore,
  caller: Caller,
  personId: string | null | undefined,
): Promise<void> {
  if (personId === undefined || personId === null) return;
  const person = await findPerson(store, caller.orgId, personId);
  if (person !== undefined) requireAbove(caller, person.position);
}

async function listContacts(
  store: AccountStore,
  caller: Caller,
  { channel, search, ...page }: ContactsRequest,
): Promise<Page<Contact>> {
  requireAdminReading(caller);
  const { limit, afterSeq } = pageBounds(page);
  const rows = await store.read((tables) => {
    let query = tables
      .selectFrom('contacts')
      .selectAll()
      .where('orgId', '=', caller.orgId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit + 1);
    if (channel !== undefined) query = query.where('channel', '=', channel);
    if (search !== undefined) {
      query = query.where(
        sql<boolean>`strpos(lower(name || ' ' || key || ' ' || emp_no), lower(${search})) > 0`,
      );
    }
    return query.execute();
  });
  return toPage(rows, limit, toContact);
}

type ContactPlace = Pick<Contact, 'orgId' | 'id'> | Pick<Contact, 'orgId' | 'channel' | 'key'>;

async function findContact(store: AccountStore, place: ContactPlace): Promise<Contact | undefined> {
  const row = await store.read((tables) =>
    tables
      .selectFrom('contacts')
      .selectAll()
      .where((is) => is.and(place))
      .executeTakeFirst(),
  );
  return row === undefined ? undefined : toContact(row);
}

async function updateContact(
  store: AccountStore,
  change: {
    readonly orgId: string;
    readonly contactId: string;
    readonly changes: ContactChanges;
  },
): Promise<Contact> {
  const { orgId, contactId, changes } = change;
  const words = checkedWords(changes);
  if (Object.keys(words).length === 0) {
    return found(await findContact(store, { orgId, id: contactId }), 'contact');
  }
  const row = await store.write((tables) =>
    tables
      .updateTable('contacts')
      .set(words)
      .where('orgId', '=', orgId)
      .where('id', '=', contactId)
      .returningAll()
      .executeTakeFirst(),
  );
  return toContact(found(row, 'contact'));
}

/** Writes only where something is new: a channel tells the same with every message. */
async function rememberContact(
  { store, newId }: SubjectParts,
  orgId: string,
  contact: ContactContent,
): Promise<Contact> {
  const words = checkedWords(contact);
  const known = await findContact(store, { orgId, channel: contact.channel, key: contact.key });
  if (known !== undefined && holds(known, words)) return known;
  const row = await store.write((tables) =>
    tables
      .insertInto('contacts')
      .values({ ...words, id: newId(), orgId })
      .onConflict((at) => at.columns(['orgId', 'channel', 'key']).doUpdateSet(words))
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return toContact(row);
}

function holds(contact: Contact, words: ContactChanges): boolean {
  const kept = new Map<string, unknown>(Object.entries(contact));
  return Object.entries(words).every(
    ([field, value]) => JSON.stringify(kept.get(field)) === JSON.stringify(value),
  );
}

type Known<Words> = { readonly [Field in keyof Words]: Exclude<Words[Field], undefined> };

/** Without what is undefined. Throws `request-invalid` for what can't be stored. */
function checkedWords<Words extends ContactChanges>(words: Words): Known<Words> {
  const known = Object.entries(words).filter(([, value]) => value !== undefined);
  for (const [field, value] of known) {
    for (const text of [value].flat()) {
      if (typeof text === 'string') checkedText(field, text);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets which fields there are
  return Object.fromEntries(known) as Known<Words>;
}

function toContact({ seq: _seq, ...contact }: ContactRow): Contact {
  return contact;
}
