// Recognises that a person's message answers what they were asked for in the turn before.

import { isJsonObject, type JsonObject } from '#base/json.ts';
import type { ModelMessage, ToolDefinition, ToolResult } from '../chat-model.ts';
import { parametersOf, valueOf } from './parameters.ts';
import { route, type Route } from './route.ts';
import { neededParameters } from './tell-result.ts';

/** One parameter of one tool was asked for. */
interface OpenQuestion {
  readonly tool: ToolDefinition;
  readonly parameter: string;
  readonly values: JsonObject;
}

/**
 * The call that was asked about, with the message as its missing parameter. `undefined` where the turn before left no
 * question open, or one for several parameters, or where the message is no such value.
 */
export function pendingCall(
  messages: readonly ModelMessage[],
  text: string,
  tools: readonly ToolDefinition[],
): Route | undefined {
  const question = openQuestion(turnBefore(messages), tools);
  const answer = text.trim();
  if (question === undefined || answer === '') return undefined;
  const { tool, parameter: name, values } = question;
  const parameter = parametersOf(tool.inputSchema).find((known) => known.name === name);
  const value = parameter === undefined ? answer : valueOf(parameter, answer);
  if (value === undefined) return undefined;
  return { status: 'call', tool, argumentsText: JSON.stringify({ ...values, [name]: value }) };
}

/** From the user's message before the newest one up to the newest one. */
function turnBefore(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const said = messages.filter(({ role }) => role !== 'system');
  const newest = said.findLastIndex(({ role }) => role === 'user');
  const before = said.slice(0, Math.max(0, newest));
  const start = before.findLastIndex(({ role }) => role === 'user');
  return before.at(-1)?.role === 'assistant' ? before.slice(Math.max(0, start)) : [];
}

function openQuestion(
  turn: readonly ModelMessage[],
  tools: readonly ToolDefinition[],
): OpenQuestion | undefined {
  const results = turn.findLast((message) => message.role === 'tool')?.results;
  const [asked] = turn;
  if (results !== undefined) return questionOfResult(turn, results, tools);
  return asked?.role === 'user' ? questionOfMessage(asked.text, tools) : undefined;
}

/** A tool failed for want of a parameter. */
function questionOfResult(
  turn: readonly ModelMessage[],
  results: readonly ToolResult[],
  tools: readonly ToolDefinition[],
): OpenQuestion | undefined {
  for (const { id, name, output } of results) {
    if (!isJsonObject(output) || !hasFailed(output)) continue;
    const tool = tools.find((known) => known.name === name);
    const [parameter, ...others] = neededParameters(output);
    if (tool === undefined || parameter === undefined || others.length > 0) continue;
    return { tool, parameter, values: argumentsOfCall(turn, id) };
  }
  return undefined;
}

/** No tool was called, since the message lacked a parameter. */
function questionOfMessage(
  text: string,
  tools: readonly ToolDefinition[],
): OpenQuestion | undefined {
  const asked = route(text, tools);
  if (asked.status !== 'incomplete') return undefined;
  const [parameter, ...others] = asked.missing;
  if (parameter === undefined || others.length > 0) return undefined;
  return { tool: asked.tool, parameter, values: asked.values };
}

function hasFailed({ ok, success }: JsonObject): boolean {
  return ok === false || success === false;
}

function argumentsOfCall(turn: readonly ModelMessage[], id: string): JsonObject {
  const parts = turn.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
  const call = parts.find((part) => part.type === 'tool-call' && part.id === id);
  return call?.type === 'tool-call' ? parsedObject(call.argumentsText) : {};
}

function parsedObject(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
