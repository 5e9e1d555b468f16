// One route of the HTTP API as data: from it come validation, the OpenAPI document, the typed client and the tests of who may.

import type * as z from 'zod';
import type { Text } from '#base/text.ts';

/** Who may call: anybody, or a person of the org with at least this position. */
export type Access = 'public' | 'member' | 'admin' | 'owner';

/** What a token may be for; `admin` includes `read`. */
export const TOKEN_SCOPES = ['chat', 'read', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How often one address or one caller may call one route in one process. */
interface RateLimit {
  readonly per: 'address' | 'caller';
  readonly most: number;
  readonly windowSec: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** `/api/roles/:role_id`; each `:name` is a key of `params`. */
  readonly path: string;
  readonly access: Access;
  /** A token must have one of these; with none, only a signed-in browser may (public routes need neither). */
  readonly scopes: readonly TokenScope[];
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Null: the request has no body. */
  readonly body: z.ZodType | null;
  /** Null: the answer has no body. For a stream, one event. */
  readonly answer: z.ZodType | null;
  readonly status: 200 | 201 | 202 | 204;
  readonly summary: Text;
  /** The answer is a `text/event-stream` whose events are `answer`s. */
  readonly isStream?: true;
  /** The body is a file's content, whatever its type; the handler reads it as it comes. */
  readonly takesFile?: true;
  /** The answer is a file's content. */
  readonly isFile?: true;
  /** The last parameter of the path holds slashes. */
  readonly hasPathTail?: true;
  readonly rateLimit?: RateLimit;
  /** Bytes that the body may have; 1 MiB where it is left out. */
  readonly mostBodyBytes?: number;
}

/** Keeps what is special of each route in its type, so that handlers and the client get it. */
export function defineRoute<const Defined extends Route>(route: Defined): Defined {
  return route;
}

/** From least to most. */
const ACCESSES = ['public', 'member', 'admin', 'owner'] as const satisfies readonly Access[];

/** Whether who has `position` in the org may do what is for `needed`. */
export function isPositionEnough(position: Access, needed: Access): boolean {
  return ACCESSES.indexOf(position) >= ACCESSES.indexOf(needed);
}

export function isScopeEnough(held: readonly TokenScope[], needed: readonly TokenScope[]): boolean {
  return needed.some(
    (scope) => held.includes(scope) || (scope === 'read' && held.includes('admin')),
  );
}
