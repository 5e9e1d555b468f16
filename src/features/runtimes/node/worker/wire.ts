// The worker's end of file descriptor 3: frames in and out (docs/bridge-protocol.md).

import type { Socket } from 'node:net';

const HEADER_BYTES = 5;
const CALL_NUMBER_BYTES = 4;
const MESSAGE = 77;
const RESULT = 82;
/** The platform takes no longer message from a worker. */
const MESSAGE_LIMIT_BYTES = 4 * 1024 * 1024;

export type Message = Readonly<Record<string, unknown>>;

export interface Wire {
  /** Throws a `RangeError` above 4 MiB, before anything is sent. */
  send(message: Message): void;
  /** The call's end: what the skill returned, as JSON. */
  sendResult(call: number, json: string): void;
}

export function openWire(socket: Socket, onMessage: (message: Message) => void): Wire {
  const reader = createReader(onMessage);
  socket.on('data', reader);
  // Whatever the skill is doing, nobody waits for it any more.
  socket.on('close', () => process.exit(0));
  socket.on('error', () => process.exit(0));
  return {
    send: (message) => {
      const json = JSON.stringify(message);
      const size = Buffer.byteLength(json);
      if (size > MESSAGE_LIMIT_BYTES) {
        throw new RangeError(`${size} bytes are more than the platform takes at once (4 MiB)`);
      }
      const frame = Buffer.allocUnsafe(HEADER_BYTES + size);
      frame.writeUInt32BE(size);
      frame[HEADER_BYTES - 1] = MESSAGE;
      frame.write(json, HEADER_BYTES);
      socket.write(frame);
    },
    sendResult: (call, json) => {
      const size = Buffer.byteLength(json) + CALL_NUMBER_BYTES;
      const frame = Buffer.allocUnsafe(HEADER_BYTES + size);
      frame.writeUInt32BE(size);
      frame[HEADER_BYTES - 1] = RESULT;
      frame.writeUInt32BE(call, HEADER_BYTES);
      frame.write(json, HEADER_BYTES + CALL_NUMBER_BYTES);
      socket.write(frame);
    },
  };
}

/** Most messages come in one piece and are read from it; a long one is put together once, when it is complete. */
function createReader(onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let neededBytes = HEADER_BYTES;

  return (chunk) => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    while (waitingBytes >= neededBytes) {
      const [first = chunk] = waiting;
      const bytes = waiting.length === 1 ? first : Buffer.concat(waiting);
      const size = bytes.readUInt32BE();
      const end = HEADER_BYTES + size;
      const isComplete = bytes.length >= end;
      const rest = isComplete ? bytes.subarray(end) : bytes;
      waiting = rest.length === 0 ? [] : [rest];
      waitingBytes = rest.length;
      neededBytes = isComplete ? HEADER_BYTES : end;
      if (isComplete) onMessage(parseMessage(bytes.subarray(HEADER_BYTES, end)));
    }
  };
}

function parseMessage(payload: Buffer): Message {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the platform sends nothing but objects
  return JSON.parse(payload.toString('utf8')) as Message;
}
