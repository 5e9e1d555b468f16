// Fifty SIGKILLs between the end of a turn and the answer of its channel: how much is lost or there twice. The bar is nothing.

import { deliveryKillRounds } from '../tests/server/delivery-kill-rounds.ts';

const KILLS = Number(process.env['KILLS'] ?? 50);

const { faults, ...report } = await deliveryKillRounds(KILLS);
process.stdout.write(
  `${JSON.stringify({ bench: 'delivery-kills', ...report, ratio: faults.length, bar: 0, faults })}\n`,
);
