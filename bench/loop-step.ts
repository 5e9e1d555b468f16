// Node's CPU time for one tool step of a turn: our loop, with its guard, ledger and clocks, against `ai`'s streamText.

import { createMemoryCallLedger } from '#features/runs/index.ts';
import { kindOf, measure, middle, print, type Kind } from './cpu-rounds.ts';
import { ourTurn, startStub, theirTurn } from './loop-turns.ts';

const BAR = 0.7;
const FLAT_BAR = 1.15;
const SHORT = 10;
const LONG = 50;

const stubs = new Map([
  [SHORT, await startStub(SHORT)],
  [LONG, await startStub(LONG)],
]);
const urlOf = (steps: number): string => stubs.get(steps)?.baseUrl ?? '';
const ours = [SHORT, LONG].map((steps) =>
  kindOf(steps, async (count) => {
    await ourTurn(urlOf(count), count, {
      ledger: createMemoryCallLedger(),
      onEvent: () => undefined,
      onCall: async () => undefined,
    });
  }),
);
const theirs = [SHORT, LONG].map((steps) =>
  kindOf(steps, (count) => theirTurn(urlOf(count), count)),
);
try {
  const only = process.env['ONLY'];
  await measure([...(only === 'ai' ? [] : ours), ...(only === 'ours' ? [] : theirs)]);
  for (const [at, kind] of ours.entries()) printRatio(kind, theirs[at] ?? kind);
  const [short, long] = ours;
  if (short !== undefined && long !== undefined)
    print({ bench: 'loop-step-flat', ratio: middle(long) / middle(short), bar: FLAT_BAR });
} finally {
  for (const stub of stubs.values()) stub.process.kill();
}

function printRatio(own: Kind, their: Kind): void {
  print({
    bench: `loop-step-${own.steps}`,
    n: own.steps,
    ratio: middle(own) / middle(their),
    bar: BAR,
    ours_cpu_us: Math.round(middle(own)),
    ai_cpu_us: Math.round(middle(their)),
  });
}
