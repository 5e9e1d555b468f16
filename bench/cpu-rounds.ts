// Measures the CPU time of this process for steps of several kinds, interleaved, as a ratio within one run.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
/** Of each kind in a round; small ones, so that a busy moment of the machine falls on all kinds alike. */
const BATCHES = Number(process.env['BATCHES'] ?? 15);
const STEPS_A_BATCH = 100;

/** One thing that is measured; `medians` holds a round's median of CPU µs a step each, and their median counts. */
export interface Kind {
  readonly turn: (steps: number) => Promise<void>;
  readonly steps: number;
  readonly medians: number[];
}

export function kindOf(steps: number, turn: (steps: number) => Promise<void>): Kind {
  return { turn, steps, medians: [] };
}

export async function measure(kinds: readonly Kind[]): Promise<void> {
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const costs = kinds.map((): number[] => []);
    for (let index = 0; index < BATCHES; index += 1)
      for (const [at, kind] of kinds.entries()) costs[at]?.push(await batch(kind));
    if (round > 0) for (const [at, kind] of kinds.entries()) kind.medians.push(median(costs[at]));
  }
}

async function batch({ turn, steps }: Kind): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < STEPS_A_BATCH; done += steps) await turn(steps);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / STEPS_A_BATCH;
}

/** CPU µs a step. */
export function middle({ medians }: Kind): number {
  return median(medians);
}

function median(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
