// The cookie that a signed-in browser carries, and what a request brings to prove who it is.

import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { SIGN_IN_DAYS, type Credential } from '#features/accounts/index.ts';
import type { ApiEnv } from './api-env.ts';

const NAME = 'qiao_session';
const TOKEN = /^Bearer +(qiao_[\w-]{10,200})$/i;

/** `unreadable`: `Authorization` holds what is no token of ours. */
export type Proof = Credential | 'none' | 'unreadable';

export interface SessionCookie {
  /** A token goes before a cookie. */
  proofOf(headers: IncomingHttpHeaders): Proof;
  /** Whether a browser brought it along unasked, as it does for any page that sends something here. */
  isOnlyProof(headers: IncomingHttpHeaders): boolean;
  read(headers: IncomingHttpHeaders): string | undefined;
  /** Strict: no other site's link or form brings it along. Pages of ours fetch with it whatever led to them. */
  set(context: Context<ApiEnv>, value: string): void;
  clear(context: Context<ApiEnv>): void;
}

/** Over https it is bound to the very host, and never sent in the clear. */
export function createSessionCookie(isHttps: boolean): SessionCookie {
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isHttps,
    ...(isHttps ? { prefix: 'host' as const } : {}),
  } as const;
  const name = isHttps ? `__Host-${NAME}` : NAME;

  const read: SessionCookie['read'] = ({ cookie = '' }) => {
    const value = parse(cookie, name)[name];
    return value === '' ? undefined : value;
  };
  return {
    read,
    isOnlyProof: (headers) => headers.authorization === undefined && read(headers) !== undefined,
    proofOf(headers) {
      if (headers.authorization !== undefined) {
        const bearer = TOKEN.exec(headers.authorization)?.[1];
        return bearer === undefined ? 'unreadable' : { bearer };
      }
      const cookie = read(headers);
      return cookie === undefined ? 'none' : { cookie };
    },
    set(context, value) {
      setCookie(context, NAME, value, { ...attributes, maxAge: SIGN_IN_DAYS * 24 * 3600 });
    },
    clear(context) {
      deleteCookie(context, NAME, attributes);
    },
  };
}
