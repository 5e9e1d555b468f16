// Reads one text file of a package, whatever it was saved as, up to a size that no honest file needs.

import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Bytes of one text file that are looked at. */
export const TEXT_FILE_LIMIT_BYTES = 1_048_576;

export type TextFile =
  | {
      readonly status: 'read';
      /** Without a byte order mark, lines ended by `\n`. */
      readonly text: string;
      readonly encoding: TextEncoding;
      /** The file is larger than the limit: `text` is its beginning. */
      readonly isCut: boolean;
    }
  /** `code` is the system's: ENOENT, EACCES, EISDIR, …; or `binary`: what it holds is no text. */
  | { readonly status: 'unreadable'; readonly code: string };

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/** Never throws for what the file is or holds. */
export async function readTextFile(path: string): Promise<TextFile> {
  try {
    // Non-blocking: a named pipe must not hold up the whole catalogue.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return decodeText(await readUpTo(handle, TEXT_FILE_LIMIT_BYTES + 1));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { status: 'unreadable', code: systemCodeOf(error) };
  }
}

/** As `readTextFile`, of bytes already read. */
export function decodeText(bytes: Uint8Array): TextFile {
  const isCut = bytes.length > TEXT_FILE_LIMIT_BYTES;
  const kept = isCut ? bytes.subarray(0, TEXT_FILE_LIMIT_BYTES) : bytes;
  const encoding = encodingOf(kept, isCut);
  const decoded = new TextDecoder(encoding).decode(kept);
  if (decoded.includes('\0')) return { status: 'unreadable', code: 'binary' };
  const text = decoded.includes('\r') ? decoded.replaceAll(/\r\n?/g, '\n') : decoded;
  return { status: 'read', text, encoding, isCut };
}

async function readUpTo(handle: FileHandle, limit: number): Promise<Uint8Array> {
  let buffer = Buffer.allocUnsafe(16_384);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (bytesRead === 0 || length >= limit) return buffer.subarray(0, Math.min(length, limit));
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 4);
  }
}

function encodingOf(bytes: Uint8Array, isCut: boolean): TextEncoding {
  const wide = wideEncodingOf(bytes);
  if (wide !== undefined) return wide;
  // A cut may split the last character, which says nothing about the file.
  const cuts = isCut ? [0, 1, 2, 3] : [0];
  if (cuts.some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))) return 'utf-8';
  return isChineseNationalStandard(bytes) ? 'gb18030' : 'windows-1252';
}

/** By the byte order mark, else by where the first ASCII character has its zero. */
function wideEncodingOf([first, second]: Uint8Array): TextEncoding | undefined {
  if (second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return undefined;
}

function isChineseNationalStandard(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'EIO';
}
