// A run to change a field or two of.

import type { RunRecord } from '../run-store.ts';

export function runRecord(fields: Partial<RunRecord> = {}): RunRecord {
  return {
    id: crypto.randomUUID(),
    orgId: 'org',
    skill: 'weather',
    version: 'v',
    roleId: 'role',
    sessionId: 's',
    line: 'dialog',
    calledBy: undefined,
    startedAt: new Date('2026-11-30T10:00:00Z'),
    durationMs: 10,
    attempts: 1,
    status: 'done',
    decisions: [],
    envelope: {},
    log: '',
    ...fields,
  };
}
