// One interpreter that is ready before anybody asks, for the place where code ran last: the next run is likely to be there.

import type { InterpreterPlace, InterpreterStarts } from './interpreter-starts.ts';
import type { Interpreter } from './interpreter.ts';

export interface SpareParts {
  readonly starts: InterpreterStarts;
  /** Milliseconds after which a spare that nobody used is ended. */
  readonly spareMs: number;
  /** Told why there is no spare. */
  readonly onProblem: (error: unknown) => void;
}

export interface SpareInterpreter {
  /** Whoever gets it owns it; undefined where there is none for this place. It may still be getting ready. */
  take(place: InterpreterPlace): Promise<Interpreter | undefined>;
  /** Starts one unless there is one for this place; one for another place is ended. */
  prepare(place: InterpreterPlace): void;
  /** Ends it. */
  drop(): void;
}

interface Spare {
  readonly place: InterpreterPlace;
  readonly interpreter: Promise<Interpreter>;
  readonly timer: NodeJS.Timeout;
}

export function createSpareInterpreter(parts: SpareParts): SpareInterpreter {
  const { starts, spareMs, onProblem } = parts;
  let spare: Spare | undefined;

  const forget = (forgotten: Spare): void => {
    clearTimeout(forgotten.timer);
    if (spare === forgotten) spare = undefined;
  };
  const end = (ended: Spare): void => {
    forget(ended);
    // What keeps it from starting or from ending, `watch` has seen.
    ended.interpreter.then((interpreter) => interpreter.kill()).catch(() => undefined);
  };
  const watch = async (watched: Spare): Promise<void> => {
    try {
      const interpreter = await watched.interpreter;
      await interpreter.ready;
      await interpreter.ended;
    } catch (error) {
      // Whoever has taken it, or ended it, knows better.
      if (spare === watched) onProblem(error);
    }
    forget(watched);
  };

  return {
    take: async (place) => {
      if (spare === undefined || !isSame(spare.place, place)) return undefined;
      const { interpreter } = spare;
      forget(spare);
      return await interpreter.catch(() => undefined);
    },
    prepare: (place) => {
      if (spare !== undefined && isSame(spare.place, place)) return;
      if (spare !== undefined) end(spare);
      const timer = setTimeout(() => end(prepared), spareMs).unref();
      const prepared: Spare = { place, interpreter: starts.start(place), timer };
      spare = prepared;
      void watch(prepared);
    },
    drop: () => {
      if (spare !== undefined) end(spare);
    },
  };
}

function isSame(one: InterpreterPlace, other: InterpreterPlace): boolean {
  return (
    one.workspace === other.workspace &&
    one.identity === other.identity &&
    one.memoryBytes === other.memoryBytes
  );
}
