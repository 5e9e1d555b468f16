// Ends several things one after the other, whatever becomes of each: one that fails keeps none of the others open.

/** Rejects with the first failure, once all were tried. */
export async function closeInTurn(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
