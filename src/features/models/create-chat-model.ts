// Picks the model that a name stands for. Providers are loaded with the first request, not at the start.

import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { modelTexts } from '#contract/texts/model-texts.ts';
import { anthropicProvider } from './anthropic-provider.ts';
import type { ChatModel } from './chat-model.ts';
import { createOfflineModel } from './offline/offline-model.ts';
import { openaiProvider } from './openai-provider.ts';
import type { Provider, ProviderAccess } from './provider.ts';

export interface ChatModelParts {
  /** As `QIAO_MODEL`: `offline`, `openai/<model>` or `anthropic/<model>`. */
  readonly model: string;
  readonly openai: ProviderAccess;
  readonly anthropic: ProviderAccess;
  /** What the offline model answers in. */
  readonly language: Language;
  /** For calls that come without an id, or with one that was there before. */
  readonly newCallId?: () => string;
  readonly now?: () => Date;
}

/** A model without retries and time limits of its own. Throws `model-unavailable` where the name is unknown. */
export function createChatModel(parts: ChatModelParts): ChatModel {
  if (parts.model === 'offline') return createOfflineModel({ language: parts.language });
  const [, kind, name] = /^(openai|anthropic)\/(.+)$/.exec(parts.model) ?? [];
  if (kind === 'openai' && name !== undefined) {
    return loadedLater(openaiProvider(name, parts.openai), parts);
  }
  if (kind === 'anthropic' && name !== undefined) {
    return loadedLater(anthropicProvider(name, parts.anthropic), parts);
  }
  throw new AppError('model-unavailable', modelTexts.unknownModel(parts.model));
}

function loadedLater(provider: Provider, parts: ChatModelParts): ChatModel {
  let loading: Promise<ChatModel> | undefined;
  const load = async (): Promise<ChatModel> => {
    const { createProviderModel } = await import('./provider-model.ts');
    return createProviderModel({
      provider,
      newCallId: parts.newCallId ?? (() => `call_${crypto.randomUUID().replaceAll('-', '')}`),
      now: parts.now ?? (() => new Date()),
    });
  };
  return {
    id: provider.place.id,
    async *stream(request) {
      loading ??= load();
      const model = await loading;
      yield* model.stream(request);
    },
  };
}
