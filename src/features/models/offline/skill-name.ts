// The skill's own name where its tool had to be named otherwise: providers accept no name in Chinese, say.

import type { Language } from '#base/text.ts';
import type { ToolDefinition } from '../chat-model.ts';

/** How such a tool's name ends. Its description begins with the skill's name and a colon. */
const HASHED = /_[0-9a-f]{8}$/;
const HAN = /\p{Script=Han}/u;

export function skillName({ name, description }: ToolDefinition): string {
  const [, own] = HASHED.test(name) ? (/^([^\s:]+): /.exec(description) ?? []) : [];
  return own ?? name;
}

/** The skill's name of a tool that was called: it may be gone by now. */
export function skillNameOf(tools: readonly ToolDefinition[], called: string): string {
  const tool = tools.find(({ name }) => name === called);
  return tool === undefined ? called : skillName(tool);
}

/** The description without the name before it. */
export function ownDescription(tool: ToolDefinition): string {
  const own = skillName(tool);
  return own === tool.name ? tool.description : tool.description.slice(own.length + 2);
}

/**
 * The description in one language, where it is in two: people who built the tool put the Chinese words in brackets after
 * the English ones, as ` (name：what it does)`.
 */
export function descriptionIn(language: Language, tool: ToolDefinition): string {
  const whole = ownDescription(tool).trim();
  const start = lastBracket(whole);
  const main = whole.slice(0, Math.max(0, start)).trim();
  const chinese = whole.slice(start + 1, -1).trim();
  const isPair = main !== '' && HAN.test(chinese) && (!HAN.test(main) || chinese.includes('：'));
  if (!isPair) return whole;
  return language === 'zh' ? chinese : main;
}

/** Where the bracket opens that closes at the end; -1 where there is none with a space before it. */
function lastBracket(text: string): number {
  if (!text.endsWith(')')) return -1;
  let depth = 0;
  for (let at = text.length - 1; at > 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(') depth--;
    if (depth === 0) return /\s/.test(text.charAt(at - 1)) ? at : -1;
  }
  return -1;
}
