// Who is acting, in the words a skill's context has for it (ACT-01, CTX-02). Pure.

import type { Contact } from './contacts.ts';
import type { Person } from './people.ts';

/** What a session knows of the person at its other end. Empty where unknown. */
export interface ActorPlace {
  readonly channel: string;
  readonly peerUserId: string;
  readonly externalId: string;
  /** Of the contact that was found for the session. */
  readonly contactKey?: string | undefined;
  /** An admin fills in for somebody: nobody is acting. */
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
}
