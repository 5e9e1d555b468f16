// Asks a model for one short answer with what is stored, so that who set a key sees at once whether it works.

import { AppError } from '#base/app-error.ts';
import type { Language, Text } from '#base/text.ts';
import type { ProviderTryBody } from '#contract/api/configuration-routes.ts';
import { providerTryTexts } from '#contract/texts/provider-try-texts.ts';
import type { ChatModel } from '#features/models/index.ts';

const MOST_MS = 20_000;
/** Models that think first need room before they say anything. */
const MOST_TOKENS = 1000;
const MOST_CHARS = 400;

/** What the provider said against it is an answer too; only a fault of our own rejects. */
export async function tryModel(
  loadModel: () => Promise<ChatModel>,
  language: Language,
  now: () => number,
): Promise<ProviderTryBody> {
  const startedAt = now();
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    const text = await firstWords(await loadModel(), providerTryTexts.question()[language], signal);
    return { status: 'answered', text, duration_ms: now() - startedAt };
  } catch (thrown) {
    const error = AppError.from(thrown);
    if (!error.code.startsWith('model-') && !signal.aborted) throw error;
    const why = signal.aborted ? providerTryTexts.tooSlow(MOST_MS / 1000) : reasonOf(error);
    return { status: 'failed', reason: why[language], duration_ms: now() - startedAt };
  }
}

async function firstWords(model: ChatModel, text: string, signal: AbortSignal): Promise<string> {
  const stream = model.stream({
    messages: [{ role: 'user', text }],
    tools: [],
    toolChoice: 'none',
    signal,
    maxOutputTokens: MOST_TOKENS,
  });
  let said = '';
  for await (const part of stream) {
    if (part.type === 'text-delta') said += part.text;
    if (said.length > MOST_CHARS) break;
  }
  return said.trim().slice(0, MOST_CHARS);
}

/** The provider's own words, where it said some: how a server is set up by variables does not help here. */
function reasonOf(error: AppError): Text {
  const { code, cause, details } = error;
  const said = cause instanceof Error && cause.message !== error.text.en ? cause.message : '';
  const { status } = details;
  const http = typeof status === 'number' ? status : undefined;
  if (code === 'model-unauthorised') {
    return said === '' ? providerTryTexts.keyMissing() : providerTryTexts.keyRefused(said);
  }
  if (code === 'model-refused') return providerTryTexts.refused(said, http);
  if (code === 'model-unreachable') return providerTryTexts.unreachable(said);
  return error.text;
}
