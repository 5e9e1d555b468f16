// The door of this feature: the model–tool loop and its guard, for any tool face.

export type { CallLedger, CallState, LedgerCall } from './call-ledger.ts';
export type { GuardDecision } from './failure-budget.ts';
export { fitHistory } from './history-budget.ts';
export type { LoopEvent, OnLoopEvent } from './loop-event.ts';
export { runLoop } from './run-loop.ts';
export type { ToolCall, ToolCallHost, ToolFace } from './tool-face.ts';
export { systemClock, turnClockMs, type LoopClock } from './turn-clock.ts';
export type { LoopLimits, LoopParts, LoopRequest, LoopResult } from './turn.ts';
