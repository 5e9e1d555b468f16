// What is accepted survives: a few kills here, twenty of each in `bench/kills.ts`.

import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test('SIGKILL of the server in mid-turn loses no message and breaks no conversation', async () => {
  const report = await killRounds('server', 4);
  expect(report.faults).toEqual([]);
  expect(report.done + report.interrupted).toBe(report.accepted);
}, 180_000);

test('SIGKILL of PostgreSQL in mid-turn loses nothing at all: every turn goes on', async () => {
  const report = await killRounds('postgres', 4);
  expect(report.faults).toEqual([]);
  expect(report.done).toBe(report.accepted);
}, 180_000);
