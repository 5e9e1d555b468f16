// Sends a request, again where the API asks for patience or stumbled (API-07).

import { setTimeout } from 'node:timers/promises';
import type { CallAnswer, SafeCall } from '#system/fetch/safe-call.ts';
import type { ApiRequest } from '../request/build-request.ts';

export interface SendRules {
  readonly call: SafeCall;
  readonly signal: AbortSignal;
  readonly allowsHost: (host: string) => boolean;
  /** A server's fault is no reason to send it again: it may have been done. */
  readonly isSentOnce: boolean;
  readonly now: () => number;
}

const LIMIT_MS = 25_000;
const MOST_WAITS = 2;
const LONGEST_WAIT_MS = 5000;
/** Where a 429 doesn't say how long. */
const USUAL_WAIT_MS = 1000;
const PAUSE_MS = 300;

/** The last answer, open; those before it are closed. Throws as a call does. */
export async function sendRequest(request: ApiRequest, rules: SendRules): Promise<CallAnswer> {
  const { call, signal } = rules;
  let waits = 0;
  let faults = 0;
  for (;;) {
    const { allowsHost } = rules;
    const answer = await call({ ...request, signal, limitMs: LIMIT_MS, allowsHost });
    const { status } = answer;
    const isAskedToWait = status === 429 && waits < MOST_WAITS;
    const isFault = status >= 500 && faults === 0 && !rules.isSentOnce;
    if (!isAskedToWait && !isFault) return answer;
    answer.close();
    if (isAskedToWait) waits += 1;
    else faults += 1;
    const asked = retryAfterMs(answer, rules.now());
    const pause = isAskedToWait ? (asked ?? USUAL_WAIT_MS * waits) : (asked ?? PAUSE_MS);
    await setTimeout(Math.min(pause, LONGEST_WAIT_MS), undefined, { signal });
  }
}

/** Seconds or a date; undefined where nothing usable is said. */
export function retryAfterMs(
  { headers }: Pick<CallAnswer, 'headers'>,
  now: number,
): number | undefined {
  const said = headers['retry-after']?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(said)) return Number(said) * 1000;
  const date = Date.parse(said);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
