// Tells the model in the envelope what did not arrive: the result is partial then, never a silent success (ENV-07).

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import type { FailedFile } from './collected-file.ts';
import type { Draft } from './draft-envelope.ts';

export interface ToldFailures {
  readonly draft: Draft;
  readonly failures: readonly FailedFile[];
  /** What else is to be known of files that are there. */
  readonly empty: readonly Text[];
  readonly language: Language;
}

const MOST_TOLD = 10;

/** The skill's own warning stays. */
export function withWarnings({ draft, failures, empty, language }: ToldFailures): {
  readonly envelope: JsonObject;
  readonly isPartial: boolean;
} {
  const reasons = failures.map(({ reason }) => reason[language]);
  const told = reasons.slice(0, MOST_TOLD);
  const missing =
    told.length === 0 ? [] : [artifactTexts.warning(told, reasons.length - told.length)[language]];
  const ours = [...missing, ...empty.slice(0, MOST_TOLD).map((text) => text[language])];
  if (ours.length === 0) return { envelope: draft, isPartial: false };
  const warning = joined(draft['warning'], ours.join('\n'));
  return { envelope: { ...draft, warning }, isPartial: true };
}

function joined(own: JsonValue | undefined, ours: string): JsonValue {
  if (typeof own === 'string' && own.trim() !== '') return `${own}\n${ours}`;
  if (Array.isArray(own)) return [...own, ours];
  if (isJsonObject(own) && Object.keys(own).length > 0) return { ...own, not_delivered: ours };
  return ours;
}
