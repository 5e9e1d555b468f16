// What a channel is to get arrives, and once: each step here, fifty kills in `bench/delivery-kills.ts`.

import { expect, test } from 'vitest';
import { deliveryKillRounds } from './delivery-kill-rounds.ts';

test('MSG-06 SIGKILL at each step between the end of a turn and the answer of its channel: every message is there once', async () => {
  const report = await deliveryKillRounds(9);
  expect(report.faults).toEqual([]);
  expect(Object.values(report.steps)).toEqual(Array(9).fill(1));
}, 240_000);
