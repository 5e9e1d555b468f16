// The door of this feature: the record of everything that ran.

export { createMemoryCallLedger } from './memory-call-ledger.ts';
export { createMemoryRunStore } from './memory-run-store.ts';
export type { RunStore } from './run-store.ts';
