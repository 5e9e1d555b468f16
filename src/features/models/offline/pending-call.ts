// Recognises that a person's message answers what a tool asked for in the turn before.

import { isJsonObject, type JsonObject } from '#base/json.ts';
import type { ModelMessage, ToolDefinition, ToolResult } from '../chat-model.ts';
import { parametersOf, valueOf } from './parameters.ts';
import type { Route } from './route.ts';
import { neededParameters } from './tell-result.ts';

/**
 * The call of the turn before with the message as its missing parameter, where that call failed for want of
 * exactly one. `undefined` otherwise.
 */
export function pendingCall(
  messages: readonly ModelMessage[],
  text: string,
  tools: readonly ToolDefinition[],
): Route | undefined {
  const asked = messages.findLastIndex(({ role }) => role === 'tool');
  const between = messages.slice(asked + 1).map(({ role }) => role);
  const said = between.filter((role) => role === 'user').length;
  const before = messages[asked];
  if (before?.role !== 'tool' || said !== 1 || !between.includes('assistant')) return undefined;
  const failed = before.results.find(({ output }) => isJsonObject(output) && hasFailed(output));
  const tool = tools.find(({ name }) => name === failed?.name);
  if (failed === undefined || tool === undefined || !isJsonObject(failed.output)) return undefined;
  const [name, ...others] = neededParameters(failed.output);
  if (name === undefined || others.length > 0) return undefined;
  const parameter = parametersOf(tool.inputSchema).find((known) => known.name === name);
  const value = parameter === undefined ? text : valueOf(parameter, text);
  if (value === undefined) return undefined;
  const given = { ...argumentsOfCall(messages, failed), [name]: value };
  return { status: 'call', tool, argumentsText: JSON.stringify(given) };
}

function hasFailed({ ok, success }: JsonObject): boolean {
  return ok === false || success === false;
}

function argumentsOfCall(messages: readonly ModelMessage[], { id }: ToolResult): JsonObject {
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    const call = message.parts.find((part) => part.type === 'tool-call' && part.id === id);
    if (call?.type === 'tool-call') return parsedObject(call.argumentsText);
  }
  return {};
}

function parsedObject(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
