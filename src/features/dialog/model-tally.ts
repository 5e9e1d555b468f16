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
      counted = { requests: requests + 1, usage: addUsed(usage, used) };
    },
    total: () => counted,
  };
}

export function addUsed(usage: ModelUsage, more: ModelUsage | undefined): ModelUsage {
  if (more === undefined) return usage;
  return {
    inputTokens: usage.inputTokens + more.inputTokens,
    cachedInputTokens: usage.cachedInputTokens + more.cachedInputTokens,
    outputTokens: usage.outputTokens + more.outputTokens,
  };
}

const NOTHING: UsedModel = {
  requests: 0,
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
};
