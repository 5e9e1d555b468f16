// Twenty SIGKILLs of the server and twenty of PostgreSQL in mid-turn: how much is lost. The bar is nothing.

import { killRounds } from '../tests/server/kill-rounds.ts';

const KILLS = Number(process.env['KILLS'] ?? 20);

for (const whom of ['server', 'postgres'] as const) {
  const { faults, ...report } = await killRounds(whom, KILLS);
  process.stdout.write(
    `${JSON.stringify({ bench: `kills-${whom}`, ...report, ratio: faults.length, bar: 0, faults })}\n`,
  );
}
