// The thread that looks at large results, one at a time, for as long as it is kept.

import { parentPort } from 'node:worker_threads';
import { settleLarge, type LargeAnswer, type LargeResult } from './settle-large.ts';

const port = parentPort;

port?.on('message', (result: LargeResult) => void answer(result));

async function answer(result: LargeResult): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  port?.postMessage(await answerTo(result));
}

/** What throws here (a text longer than the machine's longest) is the result's doing. */
async function answerTo(result: LargeResult): Promise<LargeAnswer> {
  try {
    return await settleLarge(result);
  } catch {
    return { status: 'unusable' };
  }
}
