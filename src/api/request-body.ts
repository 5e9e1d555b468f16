// Reads a request's body: of the right kind, within its limit, as text.

import { AppError } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import { httpFailure } from './error-response.ts';

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
export async function readText(request: Request, mostBytes: number): Promise<string> {
  checkBodyLength(request.headers, mostBytes);
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
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
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
