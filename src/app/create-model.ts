// The configured model, with the patience and the second tries that every use of it gets.

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

export function createModel(
  settings: Settings,
  { attempts = ATTEMPTS }: { readonly attempts?: number } = {},
): ChatModel {
  const { model, openai, anthropic, language } = settings;
  const plain = createChatModel({ model, openai, anthropic, language });
  return withRetries(withTimeouts(plain, TIMEOUTS), { attempts });
}
