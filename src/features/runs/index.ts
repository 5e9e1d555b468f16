// The door of this feature: the record of everything that ran.

export type { RunRecord, RunStore } from './run-store.ts';
