// Reads a request's body: of the right kind, within its limit, as text.

import type { Context } from 'hono';
import { AppError } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import type { ApiEnv } from './api-env.ts';
import { httpFailure } from './error-response.ts';

/** A body that is read as text has come within this time: slow senders must not hold connections for ever. */
const MOST_MS = 60_000;

/** Who said `Expect: 100-continue` sends nothing before it is asked to; what is refused is refused before that. */
export function askForBody({ env: { incoming, outgoing } }: Context<ApiEnv>): void {
  if (incoming.headers.expect?.toLowerCase() === '100-continue') outgoing.writeContinue();
}

/** Told before anything is read, where the client says how much it sends. */
export function checkBodyLength(headers: Headers, mostBytes: number): void {
  const length = headers.get('content-length');
  if (length !== null && Number(length) > mostBytes) throw tooLarge(mostBytes);
}

/** `application/json` in UTF-8, or for pages' forms `application/x-www-form-urlencoded`; never compressed. */
export function checkMediaType(headers: Headers, kind: 'json' | 'form'): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const expected = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const isUtf8 = parameters.every((each) => /^\s*(charset="?utf-8"?)?\s*$/.test(each));
  if (type.trim() === expected && isUtf8 && headers.get('content-encoding') === null) return;
  throw httpFailure(415, kind === 'json' ? apiTexts.jsonNeeded() : apiTexts.formNeeded());
}

/** Stops at the first byte over the limit, also where no length was told. */
export async function readText(context: Context<ApiEnv>, mostBytes: number): Promise<string> {
  const request = context.req.raw;
  checkBodyLength(request.headers, mostBytes);
  askForBody(context);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let bytes = 0;
  let text = '';
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    text += decode(() => decoder.decode(chunk, { stream: true }));
  }
  return text + decode(() => decoder.decode());
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  const reader = request.body.getReader();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new AppError('request-invalid', apiTexts.bodyTooSlow(MOST_MS / 1000)));
  }, MOST_MS);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: a client that goes on sending would hold the answer back.
    void reader.cancel().catch(() => undefined);
  }
}

function decode(work: () => string): string {
  try {
    return work();
  } catch (error) {
    throw new AppError('request-invalid', apiTexts.bodyNotUtf8(), { cause: error });
  }
}

function tooLarge(mostBytes: number): AppError {
  return new AppError('request-too-large', apiTexts.bodyTooLarge(mostBytes), {
    details: { mostBytes },
  });
}
