// One task in a thread of its own, so that what parses a stranger's file can take the memory and the time of nobody else.

import { Worker } from 'node:worker_threads';

export interface ThreadTask {
  /** A module that posts its one answer to `parentPort`. */
  readonly script: URL;
  /** What it finds in `workerData`. */
  readonly data: unknown;
  /** MiB of its heap; above it the thread ends, and nothing else does. */
  readonly memoryMb: number;
  readonly signal: AbortSignal;
}

/**
 * The first message of the thread, which has ended when this settles. Rejects with what it threw, with a RangeError where it
 * ended without an answer, with the signal's reason where it was stopped.
 */
export async function runInThread(task: ThreadTask): Promise<unknown> {
  task.signal.throwIfAborted();
  const thread = new Worker(task.script, {
    workerData: task.data,
    resourceLimits: { maxOldGenerationSizeMb: task.memoryMb },
  });
  const answer = Promise.withResolvers<unknown>();
  // They stay to the end: an 'error' that nobody listens to would end the whole process.
  thread.on('message', answer.resolve);
  thread.on('error', answer.reject);
  thread.on('messageerror', answer.reject);
  thread.on('exit', () => answer.reject(new RangeError('The thread ended without an answer.')));
  const stop = (): void => answer.reject(task.signal.reason);
  task.signal.addEventListener('abort', stop);
  try {
    return await answer.promise;
  } finally {
    task.signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
