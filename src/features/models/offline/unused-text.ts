// Finds out after a call that a part of the message went into it nowhere.

import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { offlineTexts } from '#contract/texts/offline-texts.ts';
import type { ModelMessage, ToolDefinition } from '../chat-model.ts';
import { chooseRoute } from './choose-route.ts';
import { parametersOf } from './parameters.ts';
import { skillName } from './skill-name.ts';

const LONGEST_TEXT = 64;

/** `undefined` where nothing was left out, or where another model made the call. */
export function tellUnusedText(
  messages: readonly ModelMessage[],
  tools: readonly ToolDefinition[],
  language: Language,
): string | undefined {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const made = messages[at];
  const chosen = chooseRoute(messages.slice(0, Math.max(0, at)), tools);
  if (made?.role !== 'assistant' || chosen.status !== 'call') return undefined;
  const { tool, argumentsText, unused } = chosen;
  const isSame = made.parts.some(
    (part) =>
      part.type === 'tool-call' && part.name === tool.name && part.argumentsText === argumentsText,
  );
  if (unused === undefined || !isSame) return undefined;
  const shown = unused.length > LONGEST_TEXT ? `${cutText(unused, LONGEST_TEXT)}…` : unused;
  const names = parametersOf(tool.inputSchema).map(({ name }) => name);
  return offlineTexts.unused(skillName(tool), shown, names)[language];
}
