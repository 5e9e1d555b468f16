// The configured model, with the patience and the second tries that every use of it gets.

import type { Language } from '#base/text.ts';
import type { ModelAsker } from '#contract/texts/model-texts.ts';
import {
  createChatModel,
  withRetries,
  withTimeouts,
  type ChatModel,
} from '#features/models/index.ts';
import type { Settings } from '#system/settings.ts';

/** How long a model may take to say its first and its next word. */
const TIMEOUTS = { firstChunkMs: 120_000, idleMs: 60_000 };
const ATTEMPTS = 3;

export interface Asking {
  readonly attempts?: number;
  /** Of the offline model's own sentences; the program's where it is left out. */
  readonly language?: Language;
  /** Who is answered, and told how it is set up; the operator where it is left out. */
  readonly asker?: ModelAsker;
}

export function createModel(
  settings: Settings,
  { attempts = ATTEMPTS, ...listener }: Asking = {},
): ChatModel {
  const { model, openai, anthropic, language, imageModels } = settings;
  const plain = createChatModel({
    model,
    openai,
    anthropic,
    language,
    imageModels,
    ...listener,
  });
  return withRetries(withTimeouts(plain, TIMEOUTS), { attempts });
}
