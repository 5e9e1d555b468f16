// Turns a request into what the provider packages take.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ModelRequest, ToolDefinition } from './chat-model.ts';
import { promptOf } from './prompt.ts';
import type { Dialect, Provider } from './provider.ts';

/** The provider caches everything up to here. */
const CACHE_MARK: SharedV4ProviderOptions = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
};

/** `tool_choice` is sent only where it says more than the preset: some models refuse it. */
export function callOptionsOf(
  request: ModelRequest,
  { dialect, place }: Provider,
): LanguageModelV4CallOptions {
  const { messages, tools, toolChoice, maxOutputTokens, signal } = request;
  const hasTools = tools.length > 0;
  return {
    prompt: withCacheMarks(promptOf(messages, { dialect, modelId: place.id }), dialect),
    abortSignal: signal,
    ...(hasTools ? { tools: toolsOf(tools, dialect) } : {}),
    ...(hasTools && toolChoice === 'none' ? { toolChoice: { type: 'none' } } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

function toolsOf(
  tools: readonly ToolDefinition[],
  { marksCache }: Dialect,
): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, inputSchema }, index) => ({
    type: 'function',
    name,
    description,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent as it is, and no JSON breaks the sending
    inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
    ...(marksCache && index === tools.length - 1 ? { providerOptions: CACHE_MARK } : {}),
  }));
}

/** The end of the system prompt, which is the same in every turn, and the end of what is said so far. */
function withCacheMarks(
  prompt: LanguageModelV4Prompt,
  { marksCache }: Dialect,
): LanguageModelV4Prompt {
  if (!marksCache) return prompt;
  const marked = new Set([
    prompt.findLastIndex(({ role }) => role === 'system'),
    prompt.length - 1,
  ]);
  return prompt.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: CACHE_MARK } : message,
  );
}
