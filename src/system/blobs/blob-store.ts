// The port to where contents are kept that never change: in a directory, or in an S3-compatible store.

import type { Readable } from 'node:stream';

export interface BlobStore {
  /**
   * Keeps a content; the same content twice is kept once. Throws `path-refused` (the system's reason as
   * `details.systemCode`), `server-unreachable`, or `conflict` where it changed while it was read.
   */
  put(content: BlobContent): Promise<StoredBlob>;
  /** Bytes from `start` up to, not with, `end`. Throws `not-found`. */
  open(key: string, range: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** That it is gone already is well. */
  remove(key: string): Promise<void>;
  /** All that is kept, and when it was put last. What a crash left half done is removed on the way. */
  list(): AsyncGenerator<{ readonly key: string; readonly putAt: Date }>;
  /** Throws `settings-invalid` or `path-refused` with what to do where it can't be used as it is set up. */
  check(): Promise<void>;
}

export interface StoredBlob {
  /** SHA-256 of the content, in hex. */
  readonly key: string;
  readonly bytes: number;
}

export interface BlobContent {
  /** From its start, each time it is called. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** What a key looks like; anything else is no key. */
export function isBlobKey(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key);
}
