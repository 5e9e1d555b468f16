// The cookie that a signed-in browser carries, and what a request brings to prove who it is.

import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SIGN_IN_DAYS, type Credential } from '#features/accounts/index.ts';
import type { ApiEnv } from './api-env.ts';

const NAME = 'qiao_session';
const TOKEN = /^Bearer +(qiao_[\w-]{10,200})$/i;

export interface SessionCookie {
  read(context: Context<ApiEnv>): string | undefined;
  /** Strict: no other site's link or form brings it along. Pages of ours fetch with it whatever led to them. */
  set(context: Context<ApiEnv>, value: string): void;
  clear(context: Context<ApiEnv>): void;
}

/** Over https it is bound to the very host, and never sent in the clear. */
export function createSessionCookie(isHttps: boolean): SessionCookie {
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure: isHttps } as const;
  const prefix = isHttps ? 'host' : undefined;
  const name = isHttps ? `__Host-${NAME}` : NAME;
  return {
    read: (context) => getCookie(context)[name],
    set(context, value) {
      setCookie(context, NAME, value, {
        ...options,
        ...(prefix && { prefix }),
        maxAge: SIGN_IN_DAYS * 24 * 3600,
      });
    },
    clear(context) {
      deleteCookie(context, NAME, { ...options, ...(prefix && { prefix }) });
    },
  };
}

export type Proof = Credential | 'none' | 'unreadable';

/** A token goes before a cookie. What stands in `Authorization` and is no token of ours proves nothing. */
export function proofOf(context: Context<ApiEnv>, cookie: SessionCookie): Proof {
  const authorization = context.req.header('authorization');
  if (authorization !== undefined) {
    const bearer = TOKEN.exec(authorization)?.[1];
    return bearer === undefined ? 'unreadable' : { bearer };
  }
  const value = cookie.read(context);
  return value === undefined || value === '' ? 'none' : { cookie: value };
}
