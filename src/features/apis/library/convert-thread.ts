// The thread that converts one API: what a large description takes, it takes from nobody else.

import { parentPort, workerData } from 'node:worker_threads';
import { AppError, messageOf } from '#base/app-error.ts';
import { readApi } from '../operations/convert-api.ts';
import type { ConvertAnswer, ConvertTask } from './convert-message.ts';
import { writeApi } from './store-api.ts';

const { place, target }: ConvertTask = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(await answer());

async function answer(): Promise<ConvertAnswer> {
  try {
    await writeApi(target, readApi(place));
    return { status: 'converted' };
  } catch (error) {
    if (!(error instanceof AppError)) return { status: 'failed', problem: messageOf(error) };
    return { status: 'refused', text: error.text, details: error.details };
  }
}
