// The record of runs in PostgreSQL.

import { listRuns, readRun } from './read-runs.ts';
import { recentRuns } from './recent-runs.ts';
import { removeOldRuns, removeSessionRuns } from './remove-old-runs.ts';
import type { RunHistory } from './run-history.ts';
import { RunWriter, type RunWriterParts } from './run-writer.ts';

/** Call `close` before the database is closed. */
export function createRunStore(parts: RunWriterParts): RunHistory {
  const { database } = parts;
  const writer = new RunWriter(parts);
  // What can't be written now can't be read either: that question fails by itself.
  const settle = () => (writer.unwritten().length === 0 ? undefined : writer.flush());

  return {
    add: (record) => writer.add(record),
    recent: (query) => recentRuns(database, query, [...writer.unwritten()]),
    async get(orgId, runId) {
      await settle();
      return readRun(database, orgId, runId);
    },
    async list(orgId, page) {
      await settle();
      return listRuns(database, orgId, page);
    },
    removeBefore: (whose, days) =>
      removeOldRuns(database, whose === 'all' ? undefined : whose.orgId, days),
    async removeSession(orgId, sessionId) {
      await settle();
      return removeSessionRuns(database, orgId, sessionId);
    },
    flush: () => writer.flush(),
    close: () => writer.close(),
  };
}
