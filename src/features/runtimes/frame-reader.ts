// Takes a worker's bytes apart into frames as they come in (docs/bridge-protocol.md).

import { AppError } from '#base/app-error.ts';
import {
  DEEPEST_JSON,
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import { openSpill, type Spill } from './frame-spill.ts';

const HEADER_BYTES = 5;
const CALL_NUMBER_BYTES = 4;
const KINDS = { M: 77, R: 82 } as const;
const INLINE_LIMIT_BYTES = 4 * 1024 * 1024;
/** A result above this is not parsed here: a thread does that, so that nobody waits for it. */
const PARSED_BYTES = 128 * 1024;
const RESULT_LIMIT_BYTES = 1024 * 1024 * 1024;
/** What a message may put around a value of the skill's. */
const MESSAGE_LEVELS = 8;

export type Frame =
  | { readonly kind: 'message'; readonly message: JsonObject }
  | { readonly kind: 'result'; readonly call: number; readonly value: JsonValue }
  /** More than 128 KB of what should be JSON, in memory of its own. */
  | { readonly kind: 'unparsed'; readonly call: number; readonly json: Uint8Array<ArrayBuffer> }
  /** More than 4 MB of JSON, unparsed; whoever gets the frame owns the file. */
  | {
      readonly kind: 'spilled';
      readonly call: number;
      readonly file: string;
      readonly bytes: number;
    };

export interface FrameReader {
  /**
   * Throws an `AppError`, or rejects with one, where the bytes are none of the protocol's or can't be stored; nothing
   * is to be pushed after that, nor before what it answers has come.
   */
  push(chunk: Buffer): Promise<void> | undefined;
  /** Removes the file of a large result that did not come to its end. */
  end(): void;
}

/**
 * `onFrame` is called before `push` is done. Large results are written while they come in, so that a disk that is slow
 * slows the worker instead of filling memory.
 */
export function createFrameReader(
  spillFolder: string,
  onFrame: (frame: Frame) => void,
): FrameReader {
  const gathered = createGathered();
  let spill: Spill | undefined;

  /** Reads one frame and answers what comes after it; undefined where it is not complete. */
  const readFrame = (bytes: Buffer): Buffer | undefined => {
    const { kind, size } = readHeader(bytes);
    const end = HEADER_BYTES + size;
    const isLarge = size > INLINE_LIMIT_BYTES + CALL_NUMBER_BYTES;
    const needed = isLarge ? HEADER_BYTES + CALL_NUMBER_BYTES : end;
    if (bytes.length < needed) return gathered.waitFor(needed, bytes);
    if (isLarge) {
      const call = bytes.readUInt32BE(HEADER_BYTES);
      spill = openSpill(spillFolder, { call, bytes: size - CALL_NUMBER_BYTES });
    } else onFrame(parseFrame(kind, bytes.subarray(HEADER_BYTES, end)));
    return bytes.subarray(needed);
  };

  /** What is left over, or what to wait for. */
  const continueSpill = (bytes: Buffer, open: Spill): Buffer | Promise<void> => {
    const rest = open.write(bytes);
    return open.isComplete() ? finishSpill(open, rest) : (open.drained() ?? rest);
  };
  const finishSpill = async (open: Spill, rest: Buffer): Promise<void> => {
    const spilled = await open.close();
    spill = undefined;
    onFrame({ kind: 'spilled', ...spilled });
    await push(rest);
  };
  const push = (chunk: Buffer): Promise<void> | undefined => {
    let rest: Buffer | undefined = chunk;
    while (rest !== undefined && rest.length > 0) {
      if (spill === undefined) {
        const all = gathered.add(rest);
        rest = all === undefined ? undefined : readFrame(all);
        continue;
      }
      const next = continueSpill(rest, spill);
      if (next instanceof Promise) return next;
      rest = next;
    }
    return undefined;
  };

  return { push, end: () => spill?.discard() };
}

/** Bytes that wait for more of them. */
function createGathered() {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** Bytes that must be there before it is worth looking again. */
  let wantedBytes = HEADER_BYTES;
  return {
    /** All that came so far, where it is enough to go on with. */
    add(chunk: Buffer): Buffer | undefined {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes < wantedBytes) return undefined;
      const all = waiting.length === 1 ? chunk : Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
      wantedBytes = HEADER_BYTES;
      return all;
    },
    waitFor(bytes: number, soFar: Buffer): undefined {
      waiting = [soFar];
      waitingBytes = soFar.length;
      wantedBytes = bytes;
    },
  };
}

interface Header {
  readonly kind: 'message' | 'result';
  /** Bytes of the payload. */
  readonly size: number;
}

function readHeader(bytes: Buffer): Header {
  const size = bytes.readUInt32BE();
  const kind = bytes[HEADER_BYTES - 1];
  if (kind === KINDS.M) {
    if (size > INLINE_LIMIT_BYTES) throw broken(`a message of ${size} bytes`);
    return { kind: 'message', size };
  }
  if (kind !== KINDS.R) throw broken(`frame kind ${kind}`);
  if (size <= CALL_NUMBER_BYTES) throw broken(`a result of ${size} bytes`);
  if (size - CALL_NUMBER_BYTES > RESULT_LIMIT_BYTES) {
    throw brokenChannel(workerTexts.resultTooLarge(size - CALL_NUMBER_BYTES, RESULT_LIMIT_BYTES));
  }
  return { kind: 'result', size };
}

function parseFrame(kind: Header['kind'], payload: Buffer): Frame {
  if (kind === 'result' && payload.length > PARSED_BYTES + CALL_NUMBER_BYTES) {
    const json = new Uint8Array(payload.subarray(CALL_NUMBER_BYTES));
    return { kind: 'unparsed', call: payload.readUInt32BE(), json };
  }
  if (kind === 'result') {
    const value = parse(payload.toString('utf8', CALL_NUMBER_BYTES));
    return { kind, call: payload.readUInt32BE(), value };
  }
  const message = parse(payload.toString('utf8'));
  if (!isJsonObject(message)) throw broken('a message that is no object');
  if (isDeeperThan(message, DEEPEST_JSON + MESSAGE_LEVELS))
    throw broken('a message nested too deeply');
  return { kind, message };
}

function parse(text: string): JsonValue {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    return JSON.parse(text) as JsonValue;
  } catch {
    throw broken('a payload that is no JSON');
  }
}

function broken(problem: string): AppError {
  return brokenChannel(workerTexts.badFrame(problem));
}

function brokenChannel(text: Text): AppError {
  return new AppError('worker-lost', text);
}
