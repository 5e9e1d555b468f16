// Keeps the head and the tail of a stream of bytes, and says how much it left out between them.

import type { Language } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';

export interface BoundedText {
  add(chunk: Uint8Array): void;
  /** What was kept, as UTF-8 with replacement characters; a cut breaks no character and is stated. */
  text(): string;
}

/** Holds at most about `limitBytes`, half of them from the start; `limitBytes` is at least 16. */
export function boundedText(limitBytes: number, language: Language): BoundedText {
  const headLimit = Math.floor(limitBytes / 2);
  const tailLimit = limitBytes - headLimit;
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let tail: Uint8Array[] = [];
  let tailBytes = 0;
  let droppedBytes = 0;

  const trimTail = () => {
    const whole = Buffer.concat(tail);
    droppedBytes += whole.length - tailLimit;
    tail = [whole.subarray(whole.length - tailLimit)];
    tailBytes = tailLimit;
  };

  return {
    add: (chunk) => {
      const forHead = chunk.subarray(0, headLimit - headBytes);
      if (forHead.length > 0) head.push(Uint8Array.from(forHead));
      headBytes += forHead.length;
      const forTail = chunk.subarray(forHead.length);
      if (forTail.length === 0) return;
      tail.push(forTail);
      tailBytes += forTail.length;
      // Only now and then, so that many small chunks do not copy the tail each time.
      if (tailBytes > tailLimit * 2) trimTail();
    },
    text: () => {
      if (tailBytes > tailLimit) trimTail();
      const first = Buffer.concat(head);
      const last = Buffer.concat(tail);
      if (droppedBytes === 0) return Buffer.concat([first, last]).toString('utf8');
      const start = firstCharacterAt(last);
      const end = lastCharacterEnd(first);
      const left = droppedBytes + start + (first.length - end);
      const cut = workerTexts.cut(left)[language];
      return `${first.subarray(0, end).toString('utf8')}${cut}${last.subarray(start).toString('utf8')}`;
    },
  };
}

/** Where the first whole character starts; bytes that are no UTF-8 at all count as characters. */
function firstCharacterAt(bytes: Uint8Array): number {
  const start = [0, 1, 2, 3].find((at) => !isContinuation(bytes[at]));
  return start ?? 0;
}

/** Where the last whole character ends. */
function lastCharacterEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if (isContinuation(byte)) continue;
    return byte !== undefined && lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

function lengthFrom(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  if (firstByte >= 0xe0) return 3;
  return firstByte >= 0xc0 ? 2 : 1;
}
