// A user's message that is longer than the budget: its middle is cut out, and it says so.

import { cutText, cutTextStart } from '#base/cut-text.ts';
import { estimateText } from '#base/estimate-text.ts';
import type { Language } from '#base/text.ts';
import { historyTexts } from '#contract/texts/agent-texts.ts';
import type { ModelMessage } from '#features/models/index.ts';
import { estimateMessage } from './token-estimate.ts';

type UserMessage = ModelMessage & { readonly role: 'user' };

/** Room for what a cut message says about itself, and for its frame. */
const NOTE_TOKENS = 80;
const LEAST_TOKENS = 80;

const cuts = new WeakMap<UserMessage, { readonly key: string; readonly message: UserMessage }>();

/** At most `limitTokens` (estimated, 160 at least); a message that fits is given back as it is. */
export function withoutMiddle(
  message: UserMessage,
  limitTokens: number,
  language: Language,
): UserMessage {
  if (estimateMessage(message) <= limitTokens) return message;
  const key = `${language} ${limitTokens}`;
  const before = cuts.get(message);
  if (before?.key === key) return before.message;
  const cut: UserMessage = { ...message, text: cutOut(message.text, limitTokens, language) };
  cuts.set(message, { key, message: cut });
  return cut;
}

function cutOut(text: string, limitTokens: number, language: Language): string {
  const half = Math.floor(Math.max(LEAST_TOKENS, limitTokens - NOTE_TOKENS) / 2);
  const start = longest((length) => cutText(text, length), { text, tokens: half });
  const end = longest((length) => cutTextStart(text, length), { text, tokens: half });
  const lost = text.length - start.length - end.length;
  if (lost <= 0) return text;
  return `${start}\n\n${historyTexts.middleCut(lost, text.length)[language]}\n\n${end}`;
}

/** The longest piece of at most `tokens`, found by halving: wide and narrow characters may stand anywhere. */
function longest(
  piece: (length: number) => string,
  { text, tokens }: { readonly text: string; readonly tokens: number },
): string {
  let fits = Math.min(tokens, text.length);
  let above = Math.min(tokens * 4, text.length) + 1;
  while (above - fits > 1) {
    const middle = Math.floor((fits + above) / 2);
    if (estimateText(piece(middle)) <= tokens) fits = middle;
    else above = middle;
  }
  return piece(fits);
}
