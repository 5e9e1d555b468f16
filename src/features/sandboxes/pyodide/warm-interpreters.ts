// Gives each run an interpreter of its own: the warm spare, else a fresh one. After a run the next spare is made ready.

import { AppError } from '#base/app-error.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';
import type { InterpreterPlace } from './interpreter-starts.ts';
import type { CodeTask, FinishedRun, Interpreter } from './interpreter.ts';
import { createSpareInterpreter, type SpareParts } from './spare-interpreter.ts';

export interface WarmInterpreters {
  /** Rejects with the signal's reason, or with why there was no interpreter; then the code did not run. */
  runIn(place: InterpreterPlace, task: StoppableTask): Promise<FinishedRun>;
  close(): Promise<void>;
}

type StoppableTask = CodeTask & { readonly signal: AbortSignal };

export function createWarmInterpreters(parts: SpareParts): WarmInterpreters {
  const { starts } = parts;
  const spare = createSpareInterpreter(parts);
  let isClosed = false;

  /** What a spare has not taken, a fresh one is given. */
  const runAnywhere = async (
    place: InterpreterPlace,
    task: StoppableTask,
  ): Promise<FinishedRun> => {
    const warm = await spare.take(place);
    const run = warm === undefined ? 'not-taken' : await runOnce(warm, task);
    if (run !== 'not-taken') return run;
    task.signal.throwIfAborted();
    const fresh = await starts.start(place);
    const again = await runOnce(fresh, task);
    if (again !== 'not-taken') return again;
    await fresh.ready;
    throw new AppError('sandbox-unavailable', codeTexts.lost());
  };

  return {
    runIn: async (place, task) => {
      try {
        const run = await runAnywhere(place, task);
        if (!isClosed && !task.signal.aborted) {
          spare.prepare(place);
          return run;
        }
      } catch (error) {
        if (!isClosed && !task.signal.aborted) throw error;
      }
      // That it was killed is only how it was stopped.
      task.signal.throwIfAborted();
      throw new AppError('sandbox-unavailable', codeTexts.closing());
    },
    close: async () => {
      isClosed = true;
      spare.drop();
      await starts.close();
    },
  };
}

async function runOnce(
  interpreter: Interpreter,
  { signal, ...task }: StoppableTask,
): Promise<FinishedRun | 'not-taken'> {
  const stop = (): void => {
    interpreter.kill().catch(() => undefined);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await interpreter.run(task);
  } finally {
    signal.removeEventListener('abort', stop);
    // Nothing of it is left when the result is told.
    await interpreter.kill();
  }
}
