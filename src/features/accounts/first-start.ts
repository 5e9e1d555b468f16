// The first start: an organisation, its owner and a role to talk to, made once.

import type { Language } from '#base/text.ts';

export interface FirstStart {
  readonly orgId: string;
  /** The owner: on a later start, the earliest that is enabled. */
  readonly personId: string;
  readonly login: string;
  /** Of the role that was made; null on a later start. */
  readonly roleId: string | null;
  /** False where there was an organisation already. */
  readonly isNew: boolean;
  /** Nobody is or was signed in lately, there is nobody else, and no password: whoever owns it still needs a way in. */
  readonly isUnentered: boolean;
}

/** Idempotent, and safe from several processes at once. */
export type EnsureFirstOwner = (options: { readonly language: Language }) => Promise<FirstStart>;
