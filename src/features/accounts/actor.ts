// Who is acting, in the words a skill's context has for it (ACT-01, CTX-02). Pure.

import type { Contact } from './contacts.ts';
import type { Person } from './people.ts';
import { isAdmin } from './rights.ts';

/** What a session knows of the person at its other end. Empty where unknown. */
export interface ActorPlace {
  readonly channel: string;
  readonly peerUserId: string;
  readonly externalId: string;
  /** Of the contact that was found for the session. */
  readonly contactKey?: string | undefined;
  /** An admin fills in for somebody: what would say who reports is left out (ACT-02). */
  readonly isOnBehalf?: boolean | undefined;
}

/** The `actor_*` words of the fixed context. */
export interface ActorFacts {
  readonly actor_name: string;
  readonly actor_type: 'person' | 'contact' | '';
  readonly actor_phone: string;
  readonly actor_title: string;
  readonly actor_department: string;
  readonly actor_department_id: string;
  readonly actor_department_path: string;
  readonly actor_position: string;
  readonly actor_tags: readonly string[];
  readonly actor_key: string;
  readonly actor_emp_no: string;
  readonly actor_id: string;
  readonly actor_is_admin: boolean;
}

export interface ActorSources {
  /** From `actorKeyOf`. */
  readonly key: string;
  readonly contact?: Contact | undefined;
  readonly person?: Person | undefined;
  readonly isOnBehalf?: boolean | undefined;
}

/** Where a person talks who signed in to this very platform: on its page, or in a terminal. */
export const SIGNED_IN_CHANNELS: ReadonlySet<string> = new Set(['web', 'web_admin', 'text']);
/** `web_u_<id>__…`. */
const WEB_USER = /^web_u_((?!_).+?)__/s;

/**
 * ACT-01: the contact's key. On third-party channels that is `peer_user_id`, else `external_id`; for a web user the id
 * in `external_id`; `''` for an anonymous visitor and where an admin fills in on behalf.
 */
export function actorKeyOf(place: ActorPlace): string {
  const { channel, peerUserId, externalId, contactKey = '', isOnBehalf = false } = place;
  if (isOnBehalf) return '';
  if (contactKey !== '') return contactKey;
  if (SIGNED_IN_CHANNELS.has(channel)) return WEB_USER.exec(externalId)?.[1] ?? '';
  return peerUserId === '' ? externalId : peerUserId;
}

/** The contact's words first, then the person's; empty where neither is known. */
export function actorFacts(sources: ActorSources): ActorFacts {
  const { key, contact, person, isOnBehalf = false } = sources;
  const name = contact === undefined || contact.name === '' ? person?.name : contact.name;
  return {
    ...(contact === undefined ? NOTHING : contactFacts(contact)),
    ...(person !== undefined && personFacts(person)),
    ...(name !== undefined && { actor_name: name }),
    actor_key: key,
    ...(isOnBehalf && LEFT_OUT_ON_BEHALF),
  };
}

/** ACT-02: name, type, phone and whether it is an admin stay. */
const LEFT_OUT_ON_BEHALF = {
  actor_title: '',
  actor_department: '',
  actor_department_id: '',
  actor_department_path: '',
  actor_position: '',
  actor_tags: [],
  actor_key: '',
  actor_id: '',
  actor_emp_no: '',
} as const satisfies Partial<ActorFacts>;

const NOTHING: ActorFacts = {
  actor_name: '',
  actor_type: '',
  actor_phone: '',
  actor_title: '',
  actor_department: '',
  actor_department_id: '',
  actor_department_path: '',
  actor_position: '',
  actor_tags: [],
  actor_key: '',
  actor_emp_no: '',
  actor_id: '',
  actor_is_admin: false,
};

function contactFacts(contact: Contact): ActorFacts {
  return {
    actor_name: contact.name,
    actor_type: 'contact',
    actor_phone: contact.phone,
    actor_title: contact.title,
    actor_department: contact.department,
    actor_department_id: contact.departmentId,
    actor_department_path: contact.departmentPath,
    actor_position: contact.position,
    actor_tags: contact.tags,
    actor_key: contact.key,
    actor_emp_no: contact.empNo,
    actor_id: contact.id,
    actor_is_admin: false,
  };
}

/** `actor_position` is the job's, which only a contact has; the place in the organisation shows as `actor_is_admin`. */
function personFacts(
  person: Person,
): Pick<ActorFacts, 'actor_type' | 'actor_id' | 'actor_is_admin'> {
  const isAdminHere = !person.isDisabled && isAdmin(person.position);
  return { actor_type: 'person', actor_id: person.id, actor_is_admin: isAdminHere };
}
