// What is accepted survives: a few kills here, twenty of each in `bench/kills.ts`.

import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test.each(['server', 'postgres'] as const)(
  'SIGKILL of the %s in mid-turn loses no message and breaks no conversation',
  async (whom) => {
    const report = await killRounds(whom, 4);
    expect(report.faults).toEqual([]);
    expect(report.done + report.interrupted).toBe(report.accepted);
    if (whom === 'postgres') expect(report.interrupted).toBe(0);
  },
  180_000,
);
