// The way to the server: frames on file descriptor 3, read and written without an event loop, which stands still while Python runs.

import fs from 'node:fs';

const CHANNEL = 3;
const LENGTH_BYTES = 4;
const PIECE_BYTES = 64 * 1024;

/** What a frame to the server holds: a message as JSON, output of the code, or the interpreter's memory. */
const KINDS = { message: 'M', stdout: 'O', stderr: 'E', snapshot: 'S' } as const;

/** What the server asks for. */
interface CodeRequest {
  readonly code: string;
}

/** Taken before they are taken away from everybody else. */
const { readSync, writeSync } = fs;

export interface ParentChannel {
  /** Waits for the next message: a length of four bytes, and JSON. Undefined where the server is gone. */
  receive(): CodeRequest | undefined;
  /** A length of four bytes, a letter for the kind, and what it is. */
  send(kind: keyof typeof KINDS, payload: Uint8Array): void;
  sendMessage(json: string): void;
  /** The same in pieces, however much there is. */
  sendOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
}

export function openParentChannel(): ParentChannel {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const send: ParentChannel['send'] = (kind, payload) => {
    const header = new Uint8Array(LENGTH_BYTES + 1);
    new DataView(header.buffer).setUint32(0, payload.length);
    header.set(encoder.encode(KINDS[kind]), LENGTH_BYTES);
    writeAll(header);
    writeAll(payload);
  };
  return {
    receive: () => {
      const header = readAll(LENGTH_BYTES);
      const payload = header && readAll(new DataView(header.buffer).getUint32(0));
      return payload && JSON.parse(decoder.decode(payload));
    },
    send,
    sendMessage: (json) => send('message', encoder.encode(json)),
    sendOutput: (stream, bytes) => {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        send(stream, bytes.subarray(at, at + PIECE_BYTES));
      }
    },
  };
}

function readAll(length: number): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const count = readSync(CHANNEL, bytes, at, length - at, null);
    if (count === 0) return undefined;
    at += count;
  }
  return bytes;
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(CHANNEL, bytes, at);
}
