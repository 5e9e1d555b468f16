// What the results of one turn may take of a conversation together: the one place where any tool's result is bounded (OFF-01).

import { CHARS_PER_TOKEN } from '#base/estimate-text.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { boundTexts } from '#contract/texts/result-texts.ts';
import {
  boundEnvelope,
  LEAST_RESULT_CHARS,
  PAGE_RESULT_CHARS,
  RESULT_CHARS,
  type SettledResult,
} from '#features/results/index.ts';
import { estimateJson } from './token-estimate.ts';

/** Of what is sent of a conversation: the rest is for what was said, and for the tools themselves. */
const PRESET_SHARE = 0.6;
const PAGE_SHARE = 0.4;

export interface ResultBudget {
  /** The envelope as the model is told it, shorter where the turn has no more room; a result never fails for that. */
  told(envelope: JsonObject): JsonObject;
}

/** `QIAO_TURN_RESULT_TOKENS` where it is not set. */
export function presetResultTokens(contextTokens: number): number {
  return Math.floor(contextTokens * PRESET_SHARE);
}

/** What a page may take that is read on behind it: below what the history leaves of one result, so that it is never cut. */
export function pageTokens(contextTokens: number): number {
  return Math.floor(contextTokens * PAGE_SHARE);
}

/** One result, whichever tool it is of: what is stored and shown of it is no longer either. */
export function boundResult(
  { envelope, isPage = false }: Pick<SettledResult, 'envelope' | 'isPage'>,
  language: Language,
): JsonObject {
  const limitChars = isPage ? PAGE_RESULT_CHARS : RESULT_CHARS;
  // Its tokens are counted anyway, and a text has no more characters than these stand for.
  const isSurelyShort = estimateJson(envelope) * CHARS_PER_TOKEN <= limitChars;
  return isSurelyShort ? envelope : boundEnvelope(envelope, { limitChars, language });
}

/** `tokens`, by the estimate, for all results of the turn, in the order they end. */
export function createResultBudget(tokens: number, language: Language): ResultBudget {
  let left = tokens;
  return {
    told(envelope) {
      const needed = estimateJson(envelope);
      const fits = needed <= left;
      const told = fits ? envelope : cutTo(envelope, left / needed, language);
      left = Math.max(0, left - (fits ? needed : estimateJson(told)));
      return told;
    },
  };
}

function cutTo(envelope: JsonObject, share: number, language: Language): JsonObject {
  const chars = Math.floor(JSON.stringify(envelope).length * share);
  const limitChars = Math.max(LEAST_RESULT_CHARS, chars);
  return boundEnvelope(envelope, { limitChars, language, because: boundTexts.turnFull() });
}
