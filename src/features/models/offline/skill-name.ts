// The skill's own name where its tool had to be named otherwise: providers accept no name in Chinese, say.

import type { ToolDefinition } from '../chat-model.ts';

/** How such a tool's name ends. Its description begins with the skill's name and a colon. */
const HASHED = /_[0-9a-f]{8}$/;

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
