// Reads a response's body, decompressed, and never more of it than was asked for.

import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { AppError, messageOf } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export interface BodyRequest {
  readonly host: string;
  readonly url: string;
  readonly limitBytes: number;
  readonly whenLarger: 'refuse' | 'cut';
}

export async function readBody(
  response: IncomingMessage,
  { host, url, limitBytes, whenLarger }: BodyRequest,
): Promise<{ readonly body: Uint8Array; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of decodedBody(response, host)) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > limitBytes) break;
    }
  } catch (error) {
    throw brokenBody(host, error);
  } finally {
    response.destroy();
  }
  const isCut = bytes > limitBytes;
  if (isCut && whenLarger === 'refuse') {
    throw new AppError('request-too-large', fetchTexts.tooLarge(url, limitBytes));
  }
  return { body: Buffer.concat(chunks).subarray(0, limitBytes), isCut };
}

/** What a body that can't be read to its end is told as. */
export function brokenBody(host: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
  return new AppError('server-unreachable', fetchTexts.brokenBody(host, code), { cause: error });
}

/** Throws where it is compressed in a way that nobody knows. */
export function decodedBody(response: IncomingMessage, host: string): AsyncIterable<Buffer> {
  const named = (response.headers['content-encoding'] ?? '').toLowerCase().trim();
  if (named === '' || named === 'identity') return response;
  const create = DECODERS[named];
  if (create === undefined) {
    throw new AppError('request-invalid', fetchTexts.brokenBody(host, named));
  }
  const decoder = create();
  // Its errors come to whoever reads the decoder.
  return pipeline(response, decoder, () => {});
}
