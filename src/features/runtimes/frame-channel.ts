// The wire between the platform and a worker: frames on file descriptor 3 (docs/bridge-protocol.md).

import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { messageOf } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import { createByteReader, type ByteReader } from './byte-reader.ts';

const HEADER_BYTES = 5;
const CALL_NUMBER_BYTES = 4;
const KINDS = { M: 77, R: 82 } as const;
const INLINE_LIMIT_BYTES = 4 * 1024 * 1024;
const RESULT_LIMIT_BYTES = 1024 * 1024 * 1024;

export type Frame =
  | { readonly kind: 'message'; readonly message: JsonObject }
  | { readonly kind: 'result'; readonly call: number; readonly value: JsonValue }
  /** More than 4 MB of JSON, unparsed; whoever gets the frame owns the file. */
  | {
      readonly kind: 'spilled';
      readonly call: number;
      readonly file: string;
      readonly bytes: number;
    };

export interface FrameChannelParts {
  readonly socket: Duplex;
  /** Existing folder for results above 4 MB. */
  readonly spillFolder: string;
  onFrame(frame: Frame): void;
  /** Called at most once: nothing that comes later is read. The end of the stream is no break. */
  onBroken(why: Text): void;
}

export interface FrameChannel {
  /** Never throws: a worker that is gone is told of by its process. */
  send(message: JsonObject): void;
}

export function createFrameChannel(parts: FrameChannelParts): FrameChannel {
  void readFrames(parts).catch((error: unknown) => {
    // Whatever it is, an unread channel is of no use to anybody.
    parts.onBroken(error instanceof BrokenChannel ? error.why : broken(messageOf(error)).why);
  });
  return {
    send: (message) => {
      if (parts.socket.writable) parts.socket.write(encodeMessage(message));
    },
  };
}

/** Ends the reading loop; never leaves this file. */
class BrokenChannel extends Error {
  readonly why: Text;

  constructor(why: Text) {
    super(why.en);
    this.why = why;
  }
}

function broken(problem: string): BrokenChannel {
  return new BrokenChannel(workerTexts.badFrame(problem));
}

function encodeMessage(message: JsonObject): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(payload.length);
  header.writeUInt8(KINDS.M, HEADER_BYTES - 1);
  return Buffer.concat([header, payload]);
}

async function readFrames(parts: FrameChannelParts): Promise<void> {
  const { spillFolder } = parts;
  const bytes = createByteReader(parts.socket);
  for (;;) {
    const header = await bytes.take(HEADER_BYTES);
    if (header === undefined) return;
    const length = header.readUInt32BE();
    const frame = await readPayload(bytes, { kind: header[HEADER_BYTES - 1], length, spillFolder });
    if (frame === undefined) return;
    parts.onFrame(frame);
  }
}

interface PayloadPlan {
  readonly kind: number | undefined;
  readonly length: number;
  readonly spillFolder: string;
}

/** Undefined where the stream ended inside the frame: the process's end says more. */
async function readPayload(bytes: ByteReader, plan: PayloadPlan): Promise<Frame | undefined> {
  if (plan.kind === KINDS.R) return await readResult(bytes, plan);
  if (plan.kind !== KINDS.M) throw broken(`frame kind ${plan.kind}`);
  if (plan.length > INLINE_LIMIT_BYTES) throw broken(`a message of ${plan.length} bytes`);
  const payload = await bytes.take(plan.length);
  if (payload === undefined) return undefined;
  const message = parse(payload);
  if (!isJsonObject(message)) throw broken('a message that is no object');
  return { kind: 'message', message };
}

async function readResult(
  bytes: ByteReader,
  { length, spillFolder }: PayloadPlan,
): Promise<Frame | undefined> {
  const size = length - CALL_NUMBER_BYTES;
  if (size <= 0) throw broken(`a result of ${length} bytes`);
  if (size > RESULT_LIMIT_BYTES) {
    throw new BrokenChannel(workerTexts.resultTooLarge(size, RESULT_LIMIT_BYTES));
  }
  const call = (await bytes.take(CALL_NUMBER_BYTES))?.readUInt32BE();
  if (call === undefined) return undefined;
  if (size > INLINE_LIMIT_BYTES) {
    const file = await spill(bytes, size, spillFolder);
    return file === undefined ? undefined : { kind: 'spilled', call, file, bytes: size };
  }
  const payload = await bytes.take(size);
  return payload === undefined ? undefined : { kind: 'result', call, value: parse(payload) };
}

/** Undefined where the stream ended before; then no file is left. */
async function spill(bytes: ByteReader, size: number, folder: string): Promise<string | undefined> {
  const file = join(folder, `result-${randomUUID()}.json`);
  try {
    await mkdir(folder, { recursive: true });
    const written = await writePieces(file, bytes.pieces(size));
    if (written === size) return file;
  } catch (error) {
    await rm(file, { force: true });
    throw new BrokenChannel(workerTexts.cannotStore(messageOf(error)));
  }
  await rm(file, { force: true });
  return undefined;
}

async function writePieces(file: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  const target = await open(file, 'wx', 0o600);
  let written = 0;
  try {
    for await (const piece of pieces) {
      await target.appendFile(piece);
      written += piece.length;
    }
  } finally {
    await target.close();
  }
  return written;
}

function parse(payload: Buffer): JsonValue {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    return JSON.parse(payload.toString('utf8')) as JsonValue;
  } catch {
    throw broken('a payload that is no JSON');
  }
}
