// A file as the body of a request: read as it comes, never more of it in memory than a chunk.

import type { Readable } from 'node:stream';
import type { Context } from 'hono';
import { AppError } from '#base/app-error.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import type { ApiEnv } from './api-env.ts';
import { httpFailure } from './error-response.ts';
import { askForBody } from './request-body.ts';

export interface IncomingFile {
  /** As the sender calls it. */
  readonly name: string;
  /** What the sender says it sends; undefined where it comes in chunks. */
  readonly bytes: number | undefined;
  /**
   * Asks for the body and reads it; nothing is sent before that by who waits to be asked. Throws `request-invalid`
   * where it breaks off, or nothing comes for a while. Once.
   */
  chunks(): AsyncGenerator<Uint8Array>;
}

/** Of silence: a connection that is gone is not always told to be. */
const IDLE_MS = 60_000;

/** Throws `request-invalid` for a body that is compressed. */
export function incomingFile(context: Context<ApiEnv>): IncomingFile {
  const { incoming } = context.env;
  if ((incoming.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw httpFailure(415, attachmentTexts.compressed());
  const length = incoming.headers['content-length'];
  return {
    name: nameIn(context.req.url),
    bytes: length === undefined ? undefined : Number(length),
    chunks() {
      askForBody(context);
      return chunksOf(incoming, IDLE_MS);
    },
  };
}

// Not destroyed where it is left early: the answer goes over the same connection.
async function* chunksOf(body: Readable, idleMs: number): AsyncGenerator<Uint8Array> {
  const iterator = body.iterator({ destroyOnReturn: false });
  for (;;) {
    const next = await beforeSilence(iterator.next(), idleMs);
    if (next.done === true) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no encoding was set: it gives buffers
    yield next.value as Uint8Array;
  }
}

async function beforeSilence<Value>(next: Promise<Value>, idleMs: number): Promise<Value> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    silence.reject(new AppError('request-invalid', attachmentTexts.tooSlow(idleMs / 1000)));
  }, idleMs);
  try {
    return await Promise.race([next, silence.promise]);
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError('request-invalid', attachmentTexts.cutOff(), { cause: thrown });
  } finally {
    clearTimeout(timer);
  }
}

/** `name` of the query; a program in a Chinese locale of old may have encoded it in GBK. */
function nameIn(url: string): string {
  const encoded = /[?&]name=([^&#]*)/.exec(url)?.[1] ?? '';
  const bytes = percentDecoded(encoded.replaceAll('+', ' '));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

function percentDecoded(text: string): Buffer {
  const parts = text.split(/%([0-9a-f]{2})/i);
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(part, 'hex'))),
  );
}
