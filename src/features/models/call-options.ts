// Turns a request into what the provider packages take.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ModelRequest, ToolDefinition } from './chat-model.ts';
import { isNotice, promptOf, type KnownMessages } from './prompt.ts';
import type { Dialect, Provider } from './provider.ts';
import type { ShownImages } from './shown-images.ts';

type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

/** The provider caches everything up to here. */
const CACHE_MARK: SharedV4ProviderOptions = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
};

/** `tool_choice` is sent only where it says more than the preset: some models refuse it. */
export function callOptionsOf(
  request: ModelRequest,
  provider: Provider,
  images: ShownImages,
): LanguageModelV4CallOptions {
  const { dialect, place, options } = provider;
  const { messages, tools, toolChoice, maxOutputTokens, signal } = request;
  const hasTools = tools.length > 0;
  return {
    prompt: withCacheMarks(
      promptOf(messages, { dialect, modelId: place.id, known: knownTo(provider), images }),
      dialect,
    ),
    abortSignal: signal,
    ...(options === undefined ? {} : { providerOptions: options }),
    ...(hasTools ? { tools: toolsOf(tools, dialect) } : {}),
    ...(hasTools && toolChoice === 'none' ? { toolChoice: { type: 'none' } } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

const knownMessages = new WeakMap<Provider, KnownMessages>();

function knownTo(provider: Provider): KnownMessages {
  const known = knownMessages.get(provider) ?? new WeakMap();
  knownMessages.set(provider, known);
  return known;
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

/**
 * The end of the system prompt, which is the same in every turn, and the end of what will be there again in the next
 * step: a cache entry that ends in a notice is never found again.
 */
function withCacheMarks(prompt: LanguageModelV4Prompt, dialect: Dialect): LanguageModelV4Prompt {
  if (!dialect.marksCache) return prompt;
  const system = prompt.findLastIndex(({ role }) => role === 'system');
  const newest = prompt.findLastIndex((message) => lastingBlock(message) !== -1);
  return prompt.map((message, index) => {
    if (index === newest && message.role === 'user') {
      return { role: 'user', content: withMark(message.content, lastingBlock(message)) };
    }
    return index === newest || index === system
      ? Object.assign({}, message, { providerOptions: CACHE_MARK })
      : message;
  });
}

/** The last block that is no notice; -1 where there is none. */
function lastingBlock({ content }: LanguageModelV4Message): number {
  if (typeof content === 'string') return 0;
  return content.findLastIndex((part) => part.type !== 'text' || !isNotice(part.text));
}

function withMark(content: UserContent, marked: number): UserContent {
  return content.map((part, index) =>
    index === marked ? Object.assign({}, part, { providerOptions: CACHE_MARK }) : part,
  );
}
