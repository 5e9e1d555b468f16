// The door of this feature: the record of everything that ran.

export { createUsage } from './create-usage.ts';
export { createUsageLimits } from './create-usage-limits.ts';
export { createRunStore } from './database-run-store.ts';
export { createMemoryCallLedger } from './memory-call-ledger.ts';
export { createMemoryRunStore } from './memory-run-store.ts';
export { runMigrations } from './run-migrations.ts';
export type { RunHistory, RunSummary } from './run-history.ts';
export type { RunRecord, RunStore } from './run-store.ts';
export type { Usage } from './usage.ts';
export { type UsageLimits } from './usage-limits.ts';
export { modelPricesSchema, type ModelPrices } from './usage-prices.ts';
