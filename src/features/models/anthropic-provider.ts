// Models behind Anthropic's messages.

import type { LanguageModelV4 } from '@ai-sdk/provider';
import { addressOf, type Provider, type ProviderAccess } from './provider.ts';
import { takesImages } from './takes-images.ts';

const OFFICIAL_HOST = 'api.anthropic.com';

export function anthropicProvider(
  modelName: string,
  { apiKey, baseUrl, asker = 'operator' }: ProviderAccess,
  imageModels: readonly string[] = [],
): Provider {
  const { url, host, headers } = addressOf(baseUrl);
  return {
    place: {
      id: `anthropic/${modelName}`,
      host,
      keyVariable: 'ANTHROPIC_API_KEY',
      urlVariable: 'ANTHROPIC_BASE_URL',
      asker,
    },
    apiKey,
    needsKey: host === OFFICIAL_HOST,
    // Other servers do not know the field that asks for arguments while they are written.
    options: { anthropic: { toolStreaming: host === OFFICIAL_HOST } },
    takesImages: takesImages(modelName, imageModels),
    dialect: { marksCache: true, takesArgumentsAsText: false, callIds: /[^a-zA-Z0-9_-]/g },
    async open(fetchAnswer): Promise<LanguageModelV4> {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // A key that is left out would be read from the environment, past the settings.
      const provider = createAnthropic({
        baseURL: url,
        apiKey: apiKey ?? '',
        fetch: fetchAnswer,
        headers,
      });
      return provider.languageModel(modelName);
    },
  };
}
