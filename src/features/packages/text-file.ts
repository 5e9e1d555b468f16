// Reads one text file of a package, whatever it was saved as, up to a size that no honest file needs.

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readSync } from 'node:fs';

/** Bytes of one text file that are looked at. */
const TEXT_FILE_LIMIT_BYTES = 1_048_576;

/** Most files fit; one for all readings, since each is decoded before the next begins. */
const SCRATCH = Buffer.allocUnsafe(65_536);

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

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/**
 * Never throws for what the file is or holds. Synchronous: for files this small the way through the thread pool costs
 * several times the reading; whoever reads thousands lets the event loop turn in between.
 */
export function readTextFile(path: string): TextFile {
  try {
    // Non-blocking: a named pipe must not hold up the whole catalogue.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return decodeText(readUpTo(descriptor, TEXT_FILE_LIMIT_BYTES + 1), TEXT_FILE_LIMIT_BYTES);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return { status: 'unreadable', code: systemCodeOf(error) };
  }
}

/** As `readTextFile`, of bytes already read; what is beyond the limit is cut. */
export function decodeText(bytes: Buffer, limitBytes: number): TextFile {
  const isCut = bytes.length > limitBytes;
  const kept = isCut ? bytes.subarray(0, limitBytes) : bytes;
  const encoding = encodingOf(kept, isCut);
  const decoded = encoding === 'utf-8' ? kept.toString() : new TextDecoder(encoding).decode(kept);
  if (decoded.includes('\0')) return { status: 'unreadable', code: 'binary' };
  const text = decoded.startsWith('\u{FEFF}') ? decoded.slice(1) : decoded;
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  return { status: 'read', text: lines, encoding, isCut };
}

/** What it answers may be overwritten by the next reading. */
function readUpTo(descriptor: number, limit: number): Buffer {
  let buffer: Buffer = SCRATCH;
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += count;
    if (count === 0 || length >= limit) return buffer.subarray(0, Math.min(length, limit));
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 4);
  }
}

function encodingOf(bytes: Buffer, isCut: boolean): TextEncoding {
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
