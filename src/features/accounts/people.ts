// People: who may sign in, their place in the organisation, and the owner that an organisation never loses.

import type { Language } from '#base/text.ts';
import type { Caller, Position } from './caller.ts';
import type { Page, PageRequest } from './page.ts';

export interface Person {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  /** An email address or a name; unique on this instance whatever the case. */
  readonly login: string;
  readonly position: Position;
  readonly language: Language;
  readonly isDisabled: boolean;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
}

export interface PersonChanges {
  /** The person, or an admin. */
  readonly name?: string | undefined;
  readonly login?: string | undefined;
  readonly language?: Language | undefined;
  /** Admins; only an owner makes or unmakes an owner. */
  readonly position?: Position | undefined;
  /** Admins. Ends the person's sign-ins; their tokens stop working until they are enabled again. */
  readonly isDisabled?: boolean | undefined;
}

export interface PeopleRequest extends PageRequest {
  /** Only those whose name or login contains this, whatever the case. */
  readonly search?: string | undefined;
}

/** `conflict` where a login is taken, and where the last enabled owner would be lost. */
export interface People {
  /** The caller as a person. */
  me(caller: Caller): Promise<Person>;
  /** Admins: anybody of the organisation. Members: themselves. */
  get(caller: Caller, personId: string): Promise<Person>;
  /** Admins. */
  list(caller: Caller, request?: PeopleRequest): Promise<Page<Person>>;
  update(caller: Caller, personId: string, changes: PersonChanges): Promise<Person>;
  /** Admins (an owner only by an owner). Takes the person's team places, tokens and sign-ins along. */
  remove(caller: Caller, personId: string): Promise<void>;
}
