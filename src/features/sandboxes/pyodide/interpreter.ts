// One interpreter in a process of its own: it gets ready, runs one piece of code, and is gone.

import { AppError } from '#base/app-error.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';
import { boundedText } from '#system/bounded-text.ts';
import type { Sandbox, SandboxProcess, SandboxRequest } from '../sandbox.ts';
import type { RunEnd } from './code-result.ts';
import { howEnded, type LostProcess } from './interpreter-end.ts';
import { listenTo, type InterpreterListener } from './interpreter-messages.ts';

export interface InterpreterParts {
  readonly sandbox: Sandbox;
  readonly request: SandboxRequest;
  /** Milliseconds until it must be ready. */
  readonly startMs: number;
  readonly onSnapshot: (memory: Uint8Array<ArrayBuffer>) => void;
}

export interface Interpreter {
  /**
   * Resolves when Python waits for code, with what was wrong with the stored memory, if anything. Rejects with
   * `sandbox-unavailable` where that does not come about, also where it was killed before, or with `spawn-failed`.
   */
  readonly ready: Promise<string | undefined>;
  /** To be called once. Never rejects; `not-taken` where it was not ready, or gone before it had the code. */
  run(task: CodeTask): Promise<FinishedRun | 'not-taken'>;
  /** Settles when the process is gone; never rejects. */
  readonly ended: Promise<void>;
  kill(): Promise<void>;
}

export interface CodeTask {
  readonly code: string;
  /** Milliseconds from the code's first line. */
  readonly wallMs: number;
  readonly onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
}

export interface FinishedRun {
  readonly end: RunEnd;
  readonly durationMs: number;
}

const ERROR_OUTPUT_BYTES = 4096;
/** A timer knows no longer time. */
const LONGEST_MS = 2 ** 31 - 1;

/** Rejects as `sandbox.start` does. */
export async function startInterpreter(parts: InterpreterParts): Promise<Interpreter> {
  const process = await parts.sandbox.start(parts.request);
  const ready = Promise.withResolvers<string | undefined>();
  // Whoever kills it before that is not interested.
  ready.promise.catch(() => undefined);
  const started = Promise.withResolvers<boolean>();
  const finished = Promise.withResolvers<RunEnd>();
  let task: CodeTask | undefined;
  const kill = (): Promise<void> => process.kill();
  /** Answers how to call that off. */
  const endAfter = (limitMs: number, tell: () => void): (() => void) => {
    const strike = (): void => {
      tell();
      // What keeps it from ending, `ended` tells.
      kill().catch(() => undefined);
    };
    const timer = setTimeout(strike, Math.min(limitMs, LONGEST_MS));
    return () => clearTimeout(timer);
  };

  const isBroken = hear(process, {
    onMessage: (message) => {
      if (message.type === 'ready') ready.resolve(message.problem);
      else if (message.type === 'started') started.resolve(true);
      else finished.resolve({ status: 'finished', outcome: message.outcome });
    },
    onOutput: (...output) => task?.onOutput(...output),
    onSnapshot: (memory) => {
      // Once code runs in it, it is no memory that anybody else should start from.
      if (task === undefined) parts.onSnapshot(memory);
    },
  });
  const waitForEnd = async (): Promise<void> => {
    try {
      const lost = await watchEnd(process, isBroken);
      ready.reject(notReady(lost));
      finished.resolve({ status: 'lost', ...lost });
    } catch (error) {
      ready.reject(error);
    }
    started.resolve(false);
  };
  const isUp = endAfter(parts.startMs, () => ready.reject(tooSlow(parts.startMs)));
  ready.promise.then(isUp, isUp);

  return {
    ready: ready.promise,
    ended: waitForEnd(),
    kill,
    run: async (given) => {
      if (!(await ready.promise.then(isSo, isNot))) return 'not-taken';
      task = given;
      const isTaken = endAfter(parts.startMs, () => started.resolve(false));
      ask(process, given.code);
      const isStarted = await started.promise;
      isTaken();
      if (!isStarted) return 'not-taken';
      const startedAt = performance.now();
      const isOver = endAfter(given.wallMs, () => finished.resolve({ status: 'timed-out' }));
      const end = await finished.promise;
      isOver();
      return { end, durationMs: Math.round(performance.now() - startedAt) };
    },
  };
}

const isSo = (): boolean => true;
const isNot = (): boolean => false;

/** Answers whether it ever said what is none of its messages; then it is ended. */
function hear(
  process: SandboxProcess,
  listener: Omit<InterpreterListener, 'onBroken'>,
): () => boolean {
  let isBroken = false;
  const onBroken = (): void => {
    isBroken = true;
    process.kill().catch(() => undefined);
  };
  if (process.channel !== undefined) listenTo(process.channel, { ...listener, onBroken });
  return () => isBroken;
}

async function watchEnd(process: SandboxProcess, isBroken: () => boolean): Promise<LostProcess> {
  const output = boundedText(ERROR_OUTPUT_BYTES, 'en');
  process.onOutput((chunk) => output.add(chunk));
  const end = await process.ended;
  return { end, isBroken: isBroken(), errorOutput: output.text().trim() };
}

function tooSlow(startMs: number): AppError {
  return new AppError('sandbox-unavailable', codeTexts.startTooSlow(startMs));
}

function notReady(lost: LostProcess): AppError {
  const [how, { errorOutput }] = [howEnded(lost), lost];
  const text = {
    zh: codeTexts.notReady(how.zh, errorOutput).zh,
    en: codeTexts.notReady(how.en, errorOutput).en,
  };
  return new AppError('sandbox-unavailable', text);
}

function ask({ channel }: SandboxProcess, code: string): void {
  const json = Buffer.from(JSON.stringify({ code }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  if (channel?.writable === true) channel.write(Buffer.concat([length, json]));
}
