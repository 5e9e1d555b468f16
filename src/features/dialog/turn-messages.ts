// What a model is given for one turn: a fixed prompt first, then what was said, the newest last.

import type { Language } from '#base/text.ts';
import { dialogTexts } from '#contract/texts/dialog-texts.ts';
import type { ModelMessage } from '#features/models/index.ts';

export interface TurnMessagesRequest {
  /** The role's own prompt; undefined for the plain helpful one. */
  readonly persona: string | undefined;
  readonly history: readonly ModelMessage[];
  /** What the person said. */
  readonly said: ModelMessage;
  readonly language: Language;
}

export function turnMessages(request: TurnMessagesRequest): readonly ModelMessage[] {
  const system = request.persona ?? dialogTexts.persona()[request.language];
  return [{ role: 'system', text: system }, ...request.history, request.said];
}
