// The door of this feature: the model–tool loop and its guard, for any tool face.

export { hasSucceeded, type CallLedger, type CallState, type LedgerCall } from './call-ledger.ts';
export type { LoopEvent } from './loop-event.ts';
export { runLoop } from './run-loop.ts';
export type { ToolCallHost, ToolFace } from './tool-face.ts';
export { pageTokens } from './result-budget.ts';
export { estimateMessages } from './token-estimate.ts';
export { turnClockMs } from './turn-clock.ts';
export type { LoopEndReason, LoopLimits, LoopRequest, LoopResult } from './turn.ts';
