// Keeps the records of runs in memory, for programs that end with their work.

import { endOf, type RunRecord, type RunStore } from './run-store.ts';

/** How many runs are kept; the oldest go first. */
const KEPT_RUNS = 1000;

export function createMemoryRunStore(): RunStore {
  const records: RunRecord[] = [];

  return {
    async add(record) {
      records.push(record);
      if (records.length > KEPT_RUNS) records.shift();
    },
    async recent({ orgId, roleId, skill, since, limit }) {
      return records
        .filter((record) => record.orgId === orgId)
        .filter((record) => record.roleId === roleId && record.skill === skill)
        .filter((record) => endOf(record) >= since.getTime())
        .toSorted((a, b) => endOf(b) - endOf(a))
        .slice(0, limit);
    },
  };
}
