// Starts interpreters: from the stored memory, which the first one leaves behind.

import { AppError } from '#base/app-error.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';
import type { Sandbox } from '../sandbox.ts';
import { findInterpreterFiles, type InterpreterFiles } from './interpreter-files.ts';
import { interpreterRequest, type InterpreterPlan } from './interpreter-request.ts';
import { startInterpreter, type Interpreter } from './interpreter.ts';
import { createStoredMemory, type StoredMemory } from './stored-memory.ts';

export interface InterpreterStartsParts {
  /** Each interpreter is a process of it; closing leaves it open. */
  readonly sandbox: Sandbox;
  /** For the stored memory of a fresh interpreter; made where it is missing, at the first run. */
  readonly cacheFolder: string;
  /** Told of what makes starts slow, but fails no run. */
  readonly onProblem: (error: unknown) => void;
}

/** What is settled once a process starts: only code for the same place can be run in it. */
export type InterpreterPlace = Pick<InterpreterPlan, 'workspace' | 'memoryBytes'> & {
  /** Of the workspace's folder itself, whatever its name. */
  readonly identity: string;
};

export interface InterpreterStarts {
  /** It may still be getting ready. Rejects with `sandbox-unavailable` or `spawn-failed`. */
  start(place: InterpreterPlace): Promise<Interpreter>;
  /** Ends all of them. */
  close(): Promise<void>;
}

interface Installation {
  readonly files: InterpreterFiles;
  readonly memory: StoredMemory;
}

/** Without a stored memory a start takes seconds, on a busy machine many. */
const START_MS = 120_000;

export function createInterpreterStarts(parts: InterpreterStartsParts): InterpreterStarts {
  const { sandbox } = parts;
  const all = new Set<Interpreter>();
  let installed: Promise<Installation> | undefined;
  let isClosed = false;

  const find = async (): Promise<Installation> => {
    installed ??= findInstallation(parts);
    try {
      return await installed;
    } catch (error) {
      // Perhaps it is being installed: the next run looks again.
      installed = undefined;
      throw error;
    }
  };
  const adopt = (interpreter: Interpreter): void => {
    all.add(interpreter);
    void interpreter.ended.then(() => all.delete(interpreter));
  };

  return {
    start: async (place) => {
      const { files, memory } = await find();
      const start = await memory.chooseStart();
      const release = (): void => memory.release(start);
      try {
        if (isClosed) throw new AppError('sandbox-unavailable', codeTexts.closing());
        const interpreter = await startInterpreter({
          sandbox,
          request: interpreterRequest({ files, start, ...place }),
          startMs: START_MS,
          onSnapshot: (content) => memory.store(content),
        });
        adopt(interpreter);
        void reportStart(interpreter, memory).finally(release);
        if (isClosed) await interpreter.kill();
        return interpreter;
      } catch (error) {
        release();
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...all].map((each) => each.kill()));
      await (await installed?.catch(() => undefined))?.memory.settled();
    },
  };
}

async function findInstallation(parts: InterpreterStartsParts): Promise<Installation> {
  const files = await findInterpreterFiles();
  const { cacheFolder: folder, onProblem } = parts;
  return { files, memory: createStoredMemory({ folder, version: files.version, onProblem }) };
}

/** Whoever waits for it is told why it did not get ready; here only what the memory was good for counts. */
async function reportStart({ ready }: Interpreter, memory: StoredMemory): Promise<void> {
  const problem = await ready.catch(() => undefined);
  if (problem !== undefined) await memory.giveUp(problem);
}
