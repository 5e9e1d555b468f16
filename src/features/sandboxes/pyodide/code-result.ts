// What came of a piece of code, as a model is told it (DOC-07).

import { assertNever } from '#base/assert-never.ts';
import type { JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';
import { howEnded, isOutOfMemory, type LostProcess } from './interpreter-end.ts';
import type { Outcome } from './interpreter-messages.ts';

/** JSON as it is; no interface, so that it counts as that. */
export type CodeResult = {
  /** Whether it came to its end without an exception and without another exit code than 0. */
  readonly ok: boolean;
  /** The last expression's value, else that of the variable `result`, else null; `repr` of what JSON can't hold. */
  readonly result: JsonValue;
  /** At most 200,000 bytes each, from its start and its end; also of code that was ended. */
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: CodeError;
  /** Of `sys.exit` and `os._exit`, where the code called one. */
  readonly exit_code?: number;
  /** Whether something of `stdout` or `stderr` was left out. */
  readonly truncated: boolean;
  /** From the code's first line to its end, without the interpreter's start. */
  readonly duration_ms: number;
};

type CodeError = {
  /**
   * The exception's class. The sandbox's own: `TimeLimitExceeded`, `MemoryLimitExceeded`, `ResultTooLarge`,
   * `InterpreterCrashed`.
   */
  readonly type: string;
  readonly message: string;
  /** As Python tells it, from the code's own first line on; empty where there is none. */
  readonly traceback: string;
};

/** How a run ended, seen from the server. */
export type RunEnd =
  | { readonly status: 'finished'; readonly outcome: Outcome }
  | { readonly status: 'timed-out' }
  /** The process ended under it, or said what it can't have said. */
  | ({ readonly status: 'lost' } & LostProcess);

export interface RunLimits {
  readonly wallMs: number;
  readonly memoryBytes: number;
}

const MOST_RESULT_CHARACTERS = 1_000_000;

type Told = Pick<CodeResult, 'ok' | 'result' | 'error' | 'exit_code'>;

export function tellEnd(end: RunEnd, limits: RunLimits, language: Language): Told {
  const failed = (type: string, text: Text): Told => ({
    ok: false,
    result: null,
    error: { type, message: text[language], traceback: '' },
  });
  if (end.status === 'timed-out') {
    return failed('TimeLimitExceeded', codeTexts.timedOut(limits.wallMs));
  }
  if (end.status === 'lost') {
    if (isOutOfMemory(end))
      return failed('MemoryLimitExceeded', codeTexts.outOfMemory(limits.memoryBytes));
    return failed('InterpreterCrashed', codeTexts.crashed(howEnded(end)[language]));
  }
  const { outcome } = end;
  if (!('failure' in outcome)) return outcome;
  switch (outcome.failure) {
    case 'exited':
      return exited(outcome.status & 0xff);
    case 'stack-exhausted':
      return failed('RecursionError', codeTexts.stackExhausted());
    case 'memory-exhausted':
      return failed('MemoryError', codeTexts.outOfMemory(limits.memoryBytes));
    case 'result-too-large': {
      const text = codeTexts.resultTooLarge(outcome.characters, MOST_RESULT_CHARACTERS);
      return failed('ResultTooLarge', text);
    }
    case 'crashed':
      return failed('InterpreterCrashed', codeTexts.crashed(outcome.message));
    default:
      return assertNever(outcome);
  }
}

/** `os._exit`: no exception, and nothing of Python is left to say more. */
function exited(status: number): Told {
  if (status === 0) return { ok: true, result: null, exit_code: 0 };
  const error = { type: 'SystemExit', message: String(status), traceback: '' };
  return { ok: false, result: null, error, exit_code: status };
}
