// What comes of a try to send: pure rules, so that nothing is sent twice blindly and nothing is forgotten.

import type { Language, Text } from '#base/text.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import type { SendOutcome } from './channel-adapter.ts';
import type { SettledPart, TriedPart } from './outbox.ts';

export interface RetryRules {
  /** Tries of one message. */
  readonly mostTries: number;
  readonly firstMs: number;
  readonly longestMs: number;
  /** From 0 to 1: so that not all come back at the same moment. */
  readonly random: () => number;
}

/** How a try ended; nobody knows whether a lost one arrived. */
export type TryOutcome =
  | SendOutcome
  | { readonly status: 'lost'; readonly by: 'channel' | 'process' };

interface Tried extends Pick<TriedPart, 'tries' | 'triedForMs' | 'isInDoubt'> {
  readonly language: Language;
  /** The channel's. */
  readonly dedupesMs: number;
}

/** What may be there by an earlier try is asked for again only as long as the platform knows its key. */
export function isPastKnowing({
  isInDoubt,
  triedForMs,
  dedupesMs,
}: Omit<Tried, 'tries' | 'language'>): boolean {
  return isInDoubt && triedForMs >= dedupesMs;
}

export function afterTry(tried: Tried, outcome: TryOutcome, rules: RetryRules): SettledPart {
  const { language, tries, isInDoubt } = tried;
  const hasMore = tries < rules.mostTries;
  switch (outcome.status) {
    case 'sent':
      return { state: 'sent', receipt: outcome.receipt };
    case 'refused': {
      const error = outcome.reason[language];
      // This try did not arrive; an earlier one may have.
      if (outcome.isPermanent || !hasMore)
        return { state: isInDoubt ? 'unknown' : 'failed', error };
      const waitMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(tries, rules));
      return { state: 'queued', error, waitMs, isInDoubt };
    }
    case 'lost': {
      const error = LOST[outcome.by]()[language];
      const waitMs = outcome.by === 'process' ? 0 : backoffMs(tries, rules);
      // The platform knows the key then: what arrived is not there twice.
      return hasMore && tried.triedForMs + waitMs < tried.dedupesMs
        ? { state: 'queued', error, waitMs, isInDoubt: true }
        : { state: 'unknown', error };
    }
    default:
      return outcome satisfies never;
  }
}

const LOST: Readonly<Record<'channel' | 'process', () => Text>> = {
  channel: channelTexts.answerLost,
  process: channelTexts.processLost,
};

/** Twice as long each time, give or take a half. */
function backoffMs(tries: number, { firstMs, longestMs, random }: RetryRules): number {
  return Math.min(firstMs * 2 ** (tries - 1), longestMs) * (0.5 + random());
}
