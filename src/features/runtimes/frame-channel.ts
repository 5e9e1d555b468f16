// The wire between the platform and a worker: frames on file descriptor 3 (docs/bridge-protocol.md).

import type { Duplex } from 'node:stream';
import { AppError, messageOf } from '#base/app-error.ts';
import { DEEPEST_JSON, isDeeperThan, type JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import { createFrameReader, type Frame } from './frame-reader.ts';

const HEADER_BYTES = 5;
const MESSAGE = 77;
/** A value as deep as any may be, in what the platform and the message put around it. */
const MOST_LEVELS = DEEPEST_JSON + 16;

export interface FrameChannelParts {
  readonly socket: Duplex;
  /** Folder for results above 4 MB, made where it is missing. */
  readonly spillFolder: string;
  onFrame(frame: Frame): void;
  /** Called at most once: nothing that comes later is read. The end of the stream is no break. */
  onBroken(why: Text): void;
}

export interface FrameChannel {
  /**
   * Throws `input-invalid` where the message is nested too deeply or too large to be written. A worker that is gone
   * is told of by its process.
   */
  send(message: JsonObject): void;
}

export function createFrameChannel(parts: FrameChannelParts): FrameChannel {
  const { socket, spillFolder } = parts;
  const reader = createFrameReader(spillFolder, (frame) => parts.onFrame(frame));
  const giveUp = (error: unknown) => {
    socket.off('data', onData);
    // What still comes is thrown away; nobody waits for it to be read.
    socket.resume();
    // Whatever it is, an unread channel is of no use to anybody.
    parts.onBroken(AppError.from(error).text);
  };
  const onData = (chunk: Buffer) => {
    try {
      const busy = reader.push(chunk);
      if (busy === undefined) return;
      socket.pause();
      busy.then(() => socket.resume(), giveUp);
    } catch (error) {
      giveUp(error);
    }
  };
  socket.on('data', onData);
  socket.once('end', () => reader.end());
  socket.once('close', () => reader.end());
  return {
    send: (message) => {
      if (socket.writable) socket.write(encodeMessage(message));
    },
  };
}

function encodeMessage(message: JsonObject): Buffer {
  const json = toJson(message);
  const size = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + size);
  frame.writeUInt32BE(size);
  frame[HEADER_BYTES - 1] = MESSAGE;
  frame.write(json, HEADER_BYTES);
  return frame;
}

/** Deep values exhaust the stack of whoever reads or writes them, here or in the worker. */
function toJson(message: JsonObject): string {
  if (isDeeperThan(message, MOST_LEVELS)) {
    throw new AppError('input-invalid', workerTexts.tooDeepToSend(DEEPEST_JSON));
  }
  try {
    return JSON.stringify(message);
  } catch (error) {
    // V8 has no longer text than 512 MB.
    throw new AppError('input-invalid', workerTexts.cannotSend(messageOf(error)), { cause: error });
  }
}
