// Contacts: the people whom a channel knows by a key of its own (an open id, say).

import type { Caller } from './caller.ts';
import type { Page, PageRequest } from './page.ts';

export interface ContactContent {
  readonly channel: string;
  /** The channel's id of the person; unique for the channel in an organisation. */
  readonly key: string;
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly title?: string | undefined;
  readonly department?: string | undefined;
  readonly departmentId?: string | undefined;
  readonly departmentPath?: string | undefined;
  /** Of the job; not the place in the organisation here. */
  readonly position?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly empNo?: string | undefined;
  /** Who of the organisation this is. */
  readonly personId?: string | null | undefined;
}

export interface ContactChanges extends Omit<ContactContent, 'channel' | 'key'> {
  readonly channel?: string | undefined;
  readonly key?: string | undefined;
}

/** Words that are not known are empty. */
export interface Contact {
  readonly id: string;
  readonly orgId: string;
  readonly channel: string;
  readonly key: string;
  readonly name: string;
  readonly phone: string;
  readonly title: string;
  readonly department: string;
  readonly departmentId: string;
  readonly departmentPath: string;
  readonly position: string;
  readonly tags: readonly string[];
  readonly empNo: string;
  readonly personId: string | null;
  readonly createdAt: Date;
}

export interface ContactsRequest extends PageRequest {
  readonly channel?: string | undefined;
  /** Only those whose name, key or employee number contains this, whatever the case. */
  readonly search?: string | undefined;
}

/** All but the last two are for admins. */
export interface Contacts {
  list(caller: Caller, request?: ContactsRequest): Promise<Page<Contact>>;
  get(caller: Caller, contactId: string): Promise<Contact>;
  /** `conflict` where the channel has that key already. */
  create(caller: Caller, contact: ContactContent): Promise<Contact>;
  update(caller: Caller, contactId: string, changes: ContactChanges): Promise<Contact>;
  remove(caller: Caller, contactId: string): Promise<void>;
  /** For the platform itself: whom a channel's key belongs to. */
  find(place: {
    readonly orgId: string;
    readonly channel: string;
    readonly key: string;
  }): Promise<Contact | undefined>;
  /** For the platform itself: keeps what a channel told, changing only the words it brings. */
  remember(orgId: string, contact: ContactContent): Promise<Contact>;
}
