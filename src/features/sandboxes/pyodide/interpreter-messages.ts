// What an interpreter's process says, taken apart and checked: code that got out of Python may say anything.

import type { Duplex } from 'node:stream';
import * as z from 'zod';
import { isDeeperThan, type JsonValue } from '#base/json.ts';

const HEADER_BYTES = 5;
/** Of each kind of frame, by its letter. A message holds at most a million characters of result and one exception. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  M: 8 * 1024 * 1024,
  O: 64 * 1024,
  E: 64 * 1024,
  S: 256 * 1024 * 1024,
};

const errorSchema = z.object({ type: z.string(), message: z.string(), traceback: z.string() });

const outcomeSchema = z.union([
  z.object({ failure: z.literal('exited'), status: z.int() }),
  z.object({ failure: z.literal(['stack-exhausted', 'memory-exhausted']) }),
  z.object({ failure: z.literal('result-too-large'), characters: z.int() }),
  z.object({ failure: z.literal('crashed'), message: z.string() }),
  z.object({
    ok: z.boolean(),
    // What JSON.parse gives is JSON.
    result: z.custom<JsonValue>((value) => value !== undefined),
    error: errorSchema.exactOptional(),
    exit_code: z.int().exactOptional(),
  }),
]);

const messageSchema = z.discriminatedUnion('type', [
  /** Python waits for code. `problem`: why the stored memory was of no use. */
  z.object({
    type: z.literal('ready'),
    start: z.enum(['cold', 'snapshot']),
    problem: z.string().optional(),
  }),
  /** The code is there, and runs from now on. */
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('finished'), outcome: outcomeSchema }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;
type InterpreterMessage = z.infer<typeof messageSchema>;

export interface InterpreterListener {
  onMessage(message: InterpreterMessage): void;
  onOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  /** The interpreter's memory. */
  onSnapshot(memory: Uint8Array<ArrayBuffer>): void;
  /** Called at most once: nothing that comes later is read. */
  onBroken(): void;
}

/** Reads what comes until the channel ends. */
export function listenTo(channel: Duplex, listener: InterpreterListener): void {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let wantedBytes = HEADER_BYTES;

  const onData = (chunk: Buffer): void => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < wantedBytes) return;
    const rest = takeFrames(waiting.length === 1 ? chunk : Buffer.concat(waiting), listener);
    if (rest === undefined) {
      channel.off('data', onData);
      // What still comes is thrown away, so that nobody waits for it to be read.
      channel.resume();
      listener.onBroken();
      return;
    }
    waiting = [rest];
    waitingBytes = rest.length;
    wantedBytes = wantedFor(rest);
  };
  channel.on('data', onData);
}

/** What is left after all whole frames were told; undefined where one is none of ours. */
function takeFrames(bytes: Buffer, listener: InterpreterListener): Buffer | undefined {
  let rest = bytes;
  while (rest.length >= HEADER_BYTES) {
    const kind = String.fromCharCode(rest[HEADER_BYTES - 1] ?? 0);
    if (rest.readUInt32BE() > (MOST_BYTES[kind] ?? -1)) return undefined;
    const end = wantedFor(rest);
    if (rest.length < end) break;
    if (!tell(kind, rest.subarray(HEADER_BYTES, end), listener)) return undefined;
    rest = rest.subarray(end);
  }
  return rest;
}

function wantedFor(bytes: Buffer): number {
  return bytes.length < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + bytes.readUInt32BE();
}

function tell(kind: string, payload: Buffer, listener: InterpreterListener): boolean {
  if (kind === 'M') {
    const message = readMessage(payload);
    if (message !== undefined) listener.onMessage(message);
    return message !== undefined;
  }
  if (kind === 'S') listener.onSnapshot(new Uint8Array(payload));
  else listener.onOutput(kind === 'O' ? 'stdout' : 'stderr', payload);
  return true;
}

function readMessage(payload: Buffer): InterpreterMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
  return isDeeperThan(value) ? undefined : messageSchema.safeParse(value).data;
}
