// Models behind OpenAI's chat completions, spoken by OpenAI and by most other servers.

import type { LanguageModelV4 } from '@ai-sdk/provider';
import { addressOf, type Provider, type ProviderAccess } from './provider.ts';
import { takesImages } from './takes-images.ts';

const OFFICIAL_HOST = 'api.openai.com';

/** A key is optional: many servers of one's own want none. */
export function openaiProvider(
  modelName: string,
  { apiKey, baseUrl, asker = 'operator' }: ProviderAccess,
  imageModels: readonly string[] = [],
): Provider {
  const { url, host, query, headers } = addressOf(baseUrl);
  return {
    place: {
      id: `openai/${modelName}`,
      host,
      keyVariable: 'OPENAI_API_KEY',
      urlVariable: 'OPENAI_BASE_URL',
      asker,
    },
    apiKey,
    needsKey: host === OFFICIAL_HOST,
    takesImages: takesImages(modelName, imageModels),
    dialect: { marksCache: false, takesArgumentsAsText: true, callIds: /[^\x21-\x7e]/g },
    async open(fetchAnswer): Promise<LanguageModelV4> {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'openai',
        baseURL: url,
        includeUsage: true,
        fetch: fetchAnswer,
        queryParams: query,
        headers,
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(host === OFFICIAL_HOST ? { transformRequestBody: withCompletionLimit } : {}),
      });
      return provider.chatModel(modelName);
    },
  };
}

/** OpenAI's newer models refuse `max_tokens`; all of them take its successor, which other servers do not know. */
function withCompletionLimit(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body;
  return limit === undefined ? rest : { ...rest, max_completion_tokens: limit };
}
