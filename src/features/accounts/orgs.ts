// Organisations: the walls between tenants, and the settings that hold for all inside one.

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

export interface OrgChanges {
  readonly name?: string | undefined;
  readonly settings?: Partial<OrgSettings> | undefined;
}

export interface Orgs {
  /** The caller's own. */
  get(caller: Caller): Promise<Org>;
  /** Owners. */
  update(caller: Caller, changes: OrgChanges): Promise<Org>;
  /** For the platform itself (retention, usage): every organisation. */
  all(page?: PageRequest): Promise<Page<Org>>;
}
