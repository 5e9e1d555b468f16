// Runs one call against its clocks: whoever is deaf to the signal is cut on time, and what comes later is kept apart.

import { AppError } from '#base/app-error.ts';
import { DEEPEST_JSON, isDeeperThan } from '#base/json.ts';
import { callTexts } from '#contract/texts/agent-texts.ts';
import type { SettledResult } from '#features/results/index.ts';
import { estimateJson } from './token-estimate.ts';
import type { ToolCall, ToolCallHost, ToolFace } from './tool-face.ts';
import type { Interrupt, LoopClock, StopCause } from './turn-clock.ts';

/** How long a tool has to give back what it has, once its signal is aborted. */
const GRACE_MS = 1000;

type CutCause = 'wall' | StopCause;

export type CallReturn =
  | { readonly status: 'returned'; readonly result: SettledResult }
  /** The face rejected, or gave back what is no result: a fault of the platform, not of the tool. */
  | { readonly status: 'broke'; readonly thrown: unknown };

export type CallEnd =
  /** `struck`: what had aborted its signal by then. */
  | (CallReturn & { readonly struck: CutCause | undefined })
  | { readonly status: 'cut'; readonly struck: CutCause; readonly late: Promise<CallReturn> };

export interface WatchParts {
  readonly face: ToolFace;
  readonly clock: LoopClock;
  readonly interrupt: Interrupt;
  readonly toolWallMs: number;
  readonly hasFailedInTurn: boolean;
  readonly onProgress: ToolCallHost['progress'];
}

/** Never rejects; settles at most a grace after the first clock struck, whatever the tool does. */
export function watchCall(call: ToolCall, parts: WatchParts): Promise<CallEnd> {
  const { clock, interrupt, toolWallMs } = parts;
  const controller = new AbortController();
  let struck: CutCause | undefined;
  let isOver = false;
  const host: ToolCallHost = {
    signal: controller.signal,
    hasFailedInTurn: parts.hasFailedInTurn,
    progress: (fraction, text) => {
      if (!isOver) parts.onProgress(fraction, text);
    },
  };

  return new Promise((settle) => {
    let cancelGrace: (() => void) | undefined;
    const end = (by: CallEnd) => {
      isOver = true;
      cancelWall();
      cancelGrace?.();
      interrupt.signal.removeEventListener('abort', onInterrupt);
      settle(by);
    };
    const strike = (cause: CutCause) => {
      if (struck !== undefined) return;
      struck = cause;
      cancelGrace = clock.after(GRACE_MS, () => end({ status: 'cut', struck: cause, late: work }));
      controller.abort(new AppError('stopped', reasonOf(cause, toolWallMs)));
    };
    const onInterrupt = () => strike(interrupt.cause() ?? 'stopped');
    const cancelWall = clock.after(toolWallMs, () => strike('wall'));
    interrupt.signal.addEventListener('abort', onInterrupt, { once: true });
    // Whoever heard that it starts may have stopped it.
    if (interrupt.signal.aborted) onInterrupt();
    const work = invoke(parts.face, call, host);
    void work.then((returned) => end({ ...returned, struck }));
  });
}

async function invoke(face: ToolFace, call: ToolCall, host: ToolCallHost): Promise<CallReturn> {
  try {
    const result = await face.call(call, host);
    // Looked at here: a result that is no JSON, or too deep, would break the ledger and the model request later.
    estimateJson(result.envelope);
    if (isDeeperThan(result.envelope)) throw tooDeep();
    if (result.verdict.status === undefined) throw new TypeError(callTexts.notJson().en);
    return { status: 'returned', result };
  } catch (thrown) {
    return { status: 'broke', thrown: isStackOverflow(thrown) ? tooDeep(thrown) : thrown };
  }
}

function tooDeep(cause?: unknown): TypeError {
  return new TypeError(callTexts.resultTooDeep(DEEPEST_JSON).en, { cause });
}

/** Whoever walked the result on its way here, or the estimate. */
function isStackOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && thrown.message.includes('call stack');
}

function reasonOf(cause: CutCause, toolWallMs: number) {
  return cause === 'wall' ? callTexts.wallStruck(toolWallMs / 1000) : callTexts.interrupted(cause);
}
