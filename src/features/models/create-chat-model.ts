// Picks the model that a name stands for. Providers are loaded with the first request, not at the start.

import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { modelTexts, type ModelAsker } from '#contract/texts/model-texts.ts';
import { anthropicProvider } from './anthropic-provider.ts';
import type { ChatModel } from './chat-model.ts';
import { createOfflineModel } from './offline/offline-model.ts';
import { openaiProvider } from './openai-provider.ts';
import type { ProviderModelParts } from './provider-model.ts';
import type { ProviderAccess } from './provider.ts';

export interface ChatModelParts {
  /** As `QIAO_MODEL`: `offline`, `openai/<model>` or `anthropic/<model>`. */
  readonly model: string;
  readonly openai: ProviderAccess;
  readonly anthropic: ProviderAccess;
  /** Models that take images beside those that are known to: names without their provider, `*` for all. */
  readonly imageModels?: readonly string[];
  /** What the offline model answers in. */
  readonly language: Language;
  /** Who it answers, and is told how it is set up; the operator where it is left out. */
  readonly asker?: ModelAsker;
  /** For calls of the offline model, and for those that come without an id or with one that was there before. */
  readonly newCallId?: () => string;
  readonly now?: () => Date;
}

/** A model without retries and time limits of its own. Throws `model-unavailable` where the name is unknown. */
export function createChatModel(parts: ChatModelParts): ChatModel {
  const { language, asker = 'operator', newCallId = randomCallId, now = () => new Date() } = parts;
  if (parts.model === 'offline') return createOfflineModel({ language, asker, newCallId });
  const [, kind, name] = /^(openai|anthropic)\/(.+)$/.exec(parts.model) ?? [];
  if (kind === 'openai' && name !== undefined) {
    return loadedLater({
      provider: openaiProvider(name, { ...parts.openai, asker }, parts.imageModels),
      newCallId,
      now,
    });
  }
  if (kind === 'anthropic' && name !== undefined) {
    return loadedLater({
      provider: anthropicProvider(name, { ...parts.anthropic, asker }, parts.imageModels),
      newCallId,
      now,
    });
  }
  throw new AppError('model-unavailable', modelTexts.unknownModel(parts.model));
}

/** Unlike any before, also in another conversation: ids are kept in one ledger. */
function randomCallId(): string {
  return `call_${crypto.randomUUID().replaceAll('-', '')}`;
}

function loadedLater(parts: ProviderModelParts): ChatModel {
  let loading: Promise<ChatModel> | undefined;
  const load = async (): Promise<ChatModel> => {
    const { createProviderModel } = await import('./provider-model.ts');
    return createProviderModel(parts);
  };
  return {
    id: parts.provider.place.id,
    async *stream(request) {
      loading ??= load();
      const model = await loading;
      yield* model.stream(request);
    },
  };
}
