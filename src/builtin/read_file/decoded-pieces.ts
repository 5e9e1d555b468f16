// A file's text, piece after piece, without ever holding more than one.

import type { WorkspaceFile } from '#features/workspaces/index.ts';
import type { Encoding } from '../text-encoding.ts';

const PIECE_BYTES = 256 * 1024;

export interface PageRequest {
  readonly encoding: Encoding;
  /** From 1. */
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * What is there when the reading begins: a file that grows meanwhile is not followed.
 * @yields pieces of text; a character is never split
 */
export async function* decodedPieces(
  { handle, bytes }: WorkspaceFile,
  { encoding, signal }: PageRequest,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  const buffer = Buffer.alloc(Math.min(PIECE_BYTES, Math.max(1, bytes)));
  for (let at = 0; at < bytes;) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, bytes - at), at);
    if (bytesRead === 0) break;
    at += bytesRead;
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
  }
  yield decoder.decode();
}
