// What every route needs of a request: who asks, from where, how often, and in which language.

import type { Context } from 'hono';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import type { Route } from '#contract/api/route.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import type { Accounts, Caller, SignInPlace } from '#features/accounts/index.ts';
import type { ApiEnv } from './api-env.ts';
import { addressGroup, clientAddress } from './client-address.ts';
import { fileConditions } from './file-response.ts';
import { incomingFile } from './incoming-file.ts';
import type { RateLimits } from './rate-limits.ts';
import { requestLanguage } from './request-language.ts';
import type { RouteCall } from './route-call.ts';
import type { Proof, SessionCookie } from './session-cookie.ts';

export interface RequestTools {
  /** Whether answers are held against their schemas: in tests. */
  readonly checksAnswers: boolean;
  readonly mostBodyBytes: number;
  /** Throws `not-signed-in`. */
  authenticate(context: Context<ApiEnv>): Promise<Caller>;
  /** As `authenticate`, for pages that greet whoever it is. */
  callerOf(context: Context<ApiEnv>): Promise<Caller | undefined>;
  countRate(context: Context<ApiEnv>, route: Pick<Route, 'rateLimit'>): void;
  placeOf(context: Context<ApiEnv>): SignInPlace;
  languageOf(context: Context<ApiEnv>): Promise<Language>;
  surroundings(context: Context<ApiEnv>): Surroundings;
}

type Surroundings = Pick<
  RouteCall<'auth.sign-out'>,
  | 'place'
  | 'lastEventId'
  | 'file'
  | 'conditions'
  | 'serverUrl'
  | 'signal'
  | 'isSignedIn'
  | 'language'
  | 'cookie'
>;

export interface RequestToolsParts {
  readonly accounts: Pick<Accounts, 'access' | 'people'>;
  readonly cookie: SessionCookie;
  readonly rateLimits: RateLimits;
  readonly publicUrl: string | undefined;
  /** Where neither the request nor the person says. */
  readonly language: Language;
  readonly mostBodyBytes: number;
  readonly checksAnswers: boolean;
}

export function createRequestTools(parts: RequestToolsParts): RequestTools {
  const { cookie, mostBodyBytes, checksAnswers } = parts;

  const callerOf: RequestTools['callerOf'] = async (context) => {
    const proof = cookie.proofOf(context.env.incoming.headers);
    const caller =
      typeof proof === 'string' ? undefined : await parts.accounts.access.authenticate(proof);
    context.set('caller', caller);
    return caller;
  };
  const placeOf: RequestTools['placeOf'] = (context) => ({
    address: clientAddress(context.env.incoming, parts.publicUrl !== undefined),
    device: context.req.header('user-agent'),
  });
  const languageOf: RequestTools['languageOf'] = async (context) => {
    const asked = requestLanguage(context.req.header('accept-language'));
    if (asked !== undefined) return asked;
    const caller = context.get('caller');
    return caller === undefined ? parts.language : personLanguage(parts, caller);
  };

  return {
    mostBodyBytes,
    checksAnswers,
    callerOf,
    placeOf,
    languageOf,
    async authenticate(context) {
      const caller = await callerOf(context);
      if (caller !== undefined) return caller;
      throw notSignedIn(cookie.proofOf(context.env.incoming.headers));
    },
    countRate(context, { rateLimit }) {
      if (rateLimit === undefined) return;
      const caller = rateLimit.per === 'caller' ? context.get('caller') : undefined;
      const who = caller?.personId ?? addressGroup(placeOf(context).address);
      parts.rateLimits.count(`${context.get('route')} ${who}`, rateLimit);
    },
    surroundings: (context) => ({
      place: placeOf(context),
      file: () => incomingFile(context),
      conditions: fileConditions(context),
      lastEventId: eventId(context.req.header('last-event-id')),
      serverUrl: parts.publicUrl ?? `http://${context.req.header('host') ?? 'localhost'}`,
      signal: context.req.raw.signal,
      isSignedIn: async () => (await callerOf(context)) !== undefined,
      language: () => languageOf(context),
      cookie: {
        set: (value) => cookie.set(context, value),
        renew() {
          const value = cookie.read(context.env.incoming.headers);
          if (value !== undefined && context.get('caller')?.signInId !== undefined) {
            cookie.set(context, value);
          }
        },
        clear: () => cookie.clear(context),
      },
    }),
  };
}

/** A language that can't be found out must not hide the failure that is to be told in it. */
async function personLanguage(parts: RequestToolsParts, caller: Caller): Promise<Language> {
  try {
    return (await parts.accounts.people.me(caller)).language;
  } catch {
    return parts.language;
  }
}

function notSignedIn(proof: Proof): AppError {
  if (proof === 'none') return new AppError('not-signed-in', apiTexts.notSignedIn());
  const isCookie = typeof proof === 'object' && 'cookie' in proof;
  return new AppError('not-signed-in', isCookie ? apiTexts.signInOver() : apiTexts.tokenInvalid());
}

function eventId(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
