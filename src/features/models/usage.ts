// What a step cost, from what the provider reported; where it reported nothing, 0.

import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelUsage } from './chat-model.ts';

/** Where other providers report what OpenAI calls `prompt_tokens_details.cached_tokens`. */
const CACHED_ELSEWHERE = ['prompt_cache_hit_tokens', 'cached_tokens'] as const;

export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): ModelUsage {
  const elsewhere = CACHED_ELSEWHERE.map((name) => raw?.[name]).find(
    (tokens) => typeof tokens === 'number',
  );
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedInputTokens: (inputTokens.cacheRead ?? 0) || (elsewhere ?? 0),
    outputTokens: outputTokens.total ?? 0,
  };
}
