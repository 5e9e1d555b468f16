// The door of this feature: the model–tool loop and its guard, for any tool face.

export type { CallLedger, CallState, LedgerCall } from './call-ledger.ts';
export type { ToolCall, ToolCallHost, ToolFace } from './tool-face.ts';
