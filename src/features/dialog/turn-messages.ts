// What a model is given for one turn: a fixed prompt first, then what was said, the newest last.

import type { Language } from '#base/text.ts';
import { dialogTexts } from '#contract/texts/dialog-texts.ts';
import type { ModelMessage, SystemMessage } from '#features/models/index.ts';

export interface TurnMessagesRequest {
  /** The role's own prompt; undefined for the plain helpful one. */
  readonly persona: string | undefined;
  /** What is told of knowledge skills. */
  readonly knowledge?: SystemMessage | undefined;
  readonly history: readonly ModelMessage[];
  /** What the person said. */
  readonly said: ModelMessage;
  readonly language: Language;
}

export function turnMessages(request: TurnMessagesRequest): readonly ModelMessage[] {
  const system = request.persona ?? dialogTexts.persona()[request.language];
  const { knowledge, history, said } = request;
  const prompt: ModelMessage = { role: 'system', text: system };
  return [prompt, ...(knowledge === undefined ? [] : [knowledge]), ...history, said];
}
