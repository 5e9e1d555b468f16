// Tokens for a client's own credentials (OAuth 2): asked for once, kept until shortly before they end.

import { createHash } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import { isJsonObject } from '#base/json.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type { SafeCall } from '#system/fetch/safe-call.ts';
import { collect } from '../response/collect.ts';
import type { TokenWish } from './credentials.ts';

export interface TokenSource {
  /** Throws `not-allowed` where no token is given, and what a call throws. */
  tokenFor(wish: TokenWish, signal: AbortSignal): Promise<string>;
  /** It was refused: the next call asks for another. */
  forget(wish: TokenWish): void;
}

export interface TokenSourceParts {
  readonly call: SafeCall;
  /** Milliseconds. */
  readonly now: () => number;
}

const LIMIT_MS = 25_000;
const MOST_BYTES = 256 * 1024;
/** A token may end on its way. */
const MARGIN_MS = 30_000;
const USUAL_SEC = 300;
const MOST_KEPT = 1000;

export function createTokenSource({ call, now }: TokenSourceParts): TokenSource {
  const kept = new Map<string, { readonly token: string; readonly until: number }>();
  return {
    async tokenFor(wish, signal) {
      const key = keyOf(wish);
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.token;
      const { token, seconds } = await askFor(wish, call, signal);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, { token, until: now() + seconds * 1000 - MARGIN_MS });
      return token;
    },
    forget: (wish) => void kept.delete(keyOf(wish)),
  };
}

/** No secret is kept for longer than it is needed, and nobody else's token is ever found by it. */
function keyOf({ tokenUrl, clientId, clientSecret, scopes }: TokenWish): string {
  const whole = JSON.stringify([tokenUrl, clientId, clientSecret, scopes]);
  return createHash('sha256').update(whole).digest('hex');
}

async function askFor(
  { tokenUrl, clientId, clientSecret, scopes }: TokenWish,
  call: SafeCall,
  signal: AbortSignal,
): Promise<{ readonly token: string; readonly seconds: number }> {
  const fields = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scopes.length > 0) fields.set('scope', scopes.join(' '));
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const host = URL.parse(tokenUrl)?.host ?? tokenUrl;
  const answer = await call({
    url: tokenUrl,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    },
    body: Buffer.from(fields.toString()),
    signal,
    limitMs: LIMIT_MS,
    allowsHost: (asked) => asked === host,
  });
  const { bytes } = await collect(answer, MOST_BYTES);
  const told = parsed(bytes);
  const token = isJsonObject(told) ? told['access_token'] : undefined;
  if (answer.status >= 400 || typeof token !== 'string' || token === '')
    throw new AppError('not-allowed', apiTexts.noToken(host, answer.status), {
      details: { refused: 'token', status: answer.status },
    });
  const seconds = isJsonObject(told) ? Number(told['expires_in']) : Number.NaN;
  return { token, seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : USUAL_SEC };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
