// Organisations: the walls between tenants, and the settings that hold for all inside one.

import type { Language } from '#base/text.ts';
import type { Caller } from './caller.ts';
import type { Page, PageRequest } from './page.ts';

export interface OrgSettings {
  /** Days that conversations are kept after their last message; null keeps them for ever. */
  readonly retentionDays: number | null;
}

export interface Org {
  readonly id: string;
  readonly name: string;
  readonly settings: OrgSettings;
  readonly createdAt: Date;
}

interface OrgChanges {
  readonly name?: string | undefined;
  readonly settings?: Partial<OrgSettings> | undefined;
}

export interface NewOrg {
  readonly name: string;
  readonly ownerLogin: string;
  readonly language: Language;
}

export interface OrgStart {
  readonly orgId: string;
  /** The owner, who comes in by a sign-in link. */
  readonly personId: string;
  readonly login: string;
  readonly roleId: string;
}

export interface Orgs {
  /** The caller's own. */
  get(caller: Caller): Promise<Org>;
  /** Owners. */
  update(caller: Caller, changes: OrgChanges): Promise<Org>;
  /** For the platform itself: with an owner and a role. `conflict` where the login is taken. */
  create(org: NewOrg): Promise<OrgStart>;
  /** For the platform itself (retention, usage): every organisation. */
  all(page?: PageRequest): Promise<Page<Org>>;
}
