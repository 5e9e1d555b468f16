// What one turn used of its model, counted while it runs: known also where the turn is not stored in the end.

import type { ModelUsage } from '#features/models/index.ts';

export interface UsedModel {
  readonly requests: number;
  readonly usage: ModelUsage;
}

export interface ModelTally {
  readonly add: (used: ModelUsage) => void;
  /** Undefined where nothing was added. */
  total(): UsedModel | undefined;
}

export function createModelTally(): ModelTally {
  let counted: UsedModel | undefined;
  return {
    add(used) {
      const { requests, usage } = counted ?? NOTHING;
      counted = {
        requests: requests + 1,
        usage: {
          inputTokens: usage.inputTokens + used.inputTokens,
          cachedInputTokens: usage.cachedInputTokens + used.cachedInputTokens,
          outputTokens: usage.outputTokens + used.outputTokens,
        },
      };
    },
    total: () => counted,
  };
}

const NOTHING: UsedModel = {
  requests: 0,
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
};
