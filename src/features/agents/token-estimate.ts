// How many tokens a conversation takes, roughly and cheaply; a message is looked at once.

import { assertNever } from '#base/assert-never.ts';
import { estimateText } from '#base/estimate-text.ts';
import type { JsonValue } from '#base/json.ts';
import type {
  AssistantPart,
  ModelFile,
  ModelMessage,
  ToolDefinition,
} from '#features/models/index.ts';

/** What a provider's format adds to a message, a call or a tool. */
const FRAME_TOKENS = 4;

const messages = new WeakMap<ModelMessage, number>();
const definitions = new WeakMap<ToolDefinition, number>();
const values = new WeakMap<object, number>();

/** Throws a `TypeError` where `value` is no JSON after all (a cycle, a BigInt). */
export function estimateJson(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return estimateText(String(value));
  return remembered(values, value, () => estimateText(JSON.stringify(value)));
}

export function estimateMessage(message: ModelMessage): number {
  return remembered(messages, message, () => FRAME_TOKENS + contentTokens(message));
}

export function estimateMessages(given: readonly ModelMessage[]): number {
  let sum = 0;
  for (const message of given) sum += estimateMessage(message);
  return sum;
}

export function estimateTools(tools: readonly ToolDefinition[]): number {
  let sum = 0;
  for (const tool of tools) sum += remembered(definitions, tool, () => definitionTokens(tool));
  return sum;
}

function contentTokens(message: ModelMessage): number {
  switch (message.role) {
    case 'system':
      return estimateText(message.text);
    case 'user':
      return estimateText(message.text) + filesTokens(message.files ?? []);
    case 'assistant':
      return message.parts.reduce((sum, part) => sum + partTokens(part), 0);
    case 'tool':
      return message.results.reduce(
        (sum, { output }) => sum + FRAME_TOKENS + estimateJson(output),
        0,
      );
    default:
      return assertNever(message);
  }
}

/** An image takes about as much, whatever its size: providers make large ones smaller. */
const IMAGE_TOKENS = 1500;

function filesTokens(files: readonly ModelFile[]): number {
  return files.reduce(
    (sum, { name, path, read }) =>
      sum + 2 * FRAME_TOKENS + estimateText(name + path) + (read === undefined ? 0 : IMAGE_TOKENS),
    0,
  );
}

function partTokens(part: AssistantPart): number {
  return part.type === 'tool-call'
    ? FRAME_TOKENS + estimateText(part.name) + estimateText(part.argumentsText)
    : estimateText(part.text);
}

function definitionTokens({ name, description, inputSchema }: ToolDefinition): number {
  const texts = [name, description, JSON.stringify(inputSchema)];
  return texts.reduce((sum, text) => sum + estimateText(text), FRAME_TOKENS);
}

function remembered<Key extends object>(
  known: WeakMap<Key, number>,
  key: Key,
  count: () => number,
): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  const counted = count();
  known.set(key, counted);
  return counted;
}
