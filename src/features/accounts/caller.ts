// Who is asking: found once a request by `access.authenticate`, and given to everything that checks a right.

/** A person's place in the organisation. */
export const POSITIONS = ['owner', 'admin', 'member'] as const;
export type Position = (typeof POSITIONS)[number];

/** What a program's token may do. A browser's sign-in has all of them. `admin` includes `read`. */
export const SCOPES = ['chat', 'read', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Caller {
  readonly orgId: string;
  readonly personId: string;
  readonly position: Position;
  readonly scopes: readonly Scope[];
  /** The browser's sign-in; absent for a token and for the platform itself. */
  readonly signInId?: string;
  /** The program's token. */
  readonly tokenId?: string;
}
