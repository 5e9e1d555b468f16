// The port to where contents are kept that never change: in a directory, or in an S3-compatible store.

import type { Readable } from 'node:stream';

export interface BlobStore {
  /**
   * Keeps a content as it is read now; the same content twice is kept once. Its key is the SHA-256 of it, in hex.
   * Throws `path-refused` with the system's reason as `details.systemCode`, or `server-unreachable`.
   */
  put(content: BlobContent): Promise<{ readonly key: string; readonly bytes: number }>;
  /** Bytes from `start` up to, not with, `end`. Throws `not-found`. */
  open(key: string, range: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** That it is gone already is well. */
  remove(key: string): Promise<void>;
  /** Of everything that is kept; also what a crash left half done, with an empty key, is removed on the way. */
  list(): AsyncIterable<{ readonly key: string; readonly putAt: Date }>;
}

export interface BlobContent {
  /** From its start, each time it is called. */
  read(): AsyncIterable<Uint8Array>;
}

/** What a key looks like; anything else is no key. */
export function isBlobKey(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key);
}
