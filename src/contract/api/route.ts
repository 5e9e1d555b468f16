// One route of the HTTP API as data: from it come validation, the OpenAPI document, the typed client and the tests of who may.

import type * as z from 'zod';
import type { Text } from '#base/text.ts';

/** Who may call: anybody, or a person of the org with at least this position. */
export type Access = 'public' | 'member' | 'admin' | 'owner';

/** What a token may be for; every token may read. */
export const TOKEN_SCOPES = ['chat', 'read', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How often one address or one caller may call one route in one process. */
export interface RateLimit {
  readonly per: 'address' | 'caller';
  readonly most: number;
  readonly windowSec: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | null = z.ZodType | null,
  Answer extends z.ZodType | null = z.ZodType | null,
> {
  readonly method: Method;
  /** `/api/roles/:role_id`; each `:name` is a key of `params`. */
  readonly path: string;
  readonly access: Access;
  /** What a token must be for; null: no token will do, only a signed-in browser (public routes need neither). */
  readonly scope: TokenScope | null;
  readonly params: Params;
  readonly query: Query;
  /** Null: the request has no body. */
  readonly body: Body;
  /** Null: the answer has no body. For a stream, one event. */
  readonly answer: Answer;
  readonly status: 200 | 201 | 202 | 204;
  readonly summary: Text;
  /** Whether the answer is a `text/event-stream` whose events are `answer`s. */
  readonly isStream?: boolean;
  readonly rateLimit?: RateLimit;
}

/** Keeps the types of the schemas, so that handlers and the client get them. */
export function defineRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType | null,
  Answer extends z.ZodType | null,
>(route: Route<Params, Query, Body, Answer>): Route<Params, Query, Body, Answer> {
  return route;
}

/** The names in a path: `['session_id', 'turn_id']`. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** From least to most. */
const ACCESSES = ['public', 'member', 'admin', 'owner'] as const satisfies readonly Access[];

/** Whether who has `position` in the org may do what is for `needed`. */
export function isPositionEnough(position: Access, needed: Access): boolean {
  return ACCESSES.indexOf(position) >= ACCESSES.indexOf(needed);
}

export function isScopeEnough(scopes: readonly TokenScope[], needed: TokenScope): boolean {
  return scopes.includes(needed) || (needed === 'read' && scopes.length > 0);
}
