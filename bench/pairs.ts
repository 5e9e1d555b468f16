// Times two ways of doing something in turn, so that whatever else the machine does falls on both alike.

/** The median of at least 15 pairs counts. */
const PAIRS = Number(process.env['PAIRS'] ?? 21);
const WARM_UP = 3;

export interface PairTimes {
  /** The median of the pairs' ratios. */
  readonly ratio: number;
  readonly ours_ms: number;
  readonly bare_ms: number;
}

export async function timePairs(
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<PairTimes> {
  const times: (readonly [number, number])[] = [];
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    // Who comes second finds the caches warm: they take turns.
    const first = pair % 2 === 0;
    const one = await time(first ? ours : bare);
    const other = await time(first ? bare : ours);
    if (pair >= 0) times.push(first ? [one, other] : [other, one]);
  }
  return {
    ratio: median(times.map(([our, their]) => our / their)),
    ours_ms: round(median(times.map(([our]) => our))),
    bare_ms: round(median(times.map(([, their]) => their))),
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
