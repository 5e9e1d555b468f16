// What the platform answers itself in a conversation of this program only: nothing was ever sent from there.

import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import { answerResend } from '#features/channels/index.ts';
import type { TurnResult } from '#features/dialog/index.ts';

/** Undefined for whatever the model is to answer. */
export async function answerLocalCommand(
  text: string,
  {
    language,
    onEvent,
  }: { readonly language: Language; readonly onEvent: (event: ChatEvent) => void },
): Promise<TurnResult | undefined> {
  const answer = await answerResend(NOTHING_SENT, { orgId: '', sessionId: '', turnId: '', text });
  if (answer === undefined) return undefined;
  const end = { text: answer[language], reason: 'answered', rounds: 0 } as const;
  onEvent({ type: 'turn-started' });
  onEvent({ type: 'turn-finished', ...end, failures: 0, banned: [] });
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
  return { ...end, error: undefined, decisions: [], usage };
}

const NOTHING_SENT: Parameters<typeof answerResend>[0] = {
  find: async () => undefined,
  async resend() {
    throw new AppError('not-found', channelTexts.noDelivery());
  },
};
