// Recognises that a person's message answers what they were asked for in the turn before.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { ModelMessage, ToolDefinition, ToolResult } from '../chat-model.ts';
import { choiceIn } from './choice-words.ts';
import { parametersOf, valueOf, type Parameter } from './parameters.ts';
import { route, type Route } from './route.ts';
import { neededParameters } from './tell-result.ts';
import { factsOf } from './text-facts.ts';

/** One parameter of one tool was asked for. */
export interface OpenQuestion {
  readonly tool: ToolDefinition;
  readonly parameter: string;
  /** What was given before. */
  readonly values: JsonObject;
}

export interface PendingAnswer {
  readonly route: Extract<Route, { readonly status: 'call' }>;
  /** The whole message has the form of what was asked for: a number, a date, one of the choices. */
  readonly isSure: boolean;
}

/** `undefined` where the turn before left no question open, or one for several parameters. */
export function pendingQuestion(
  messages: readonly ModelMessage[],
  tools: readonly ToolDefinition[],
): OpenQuestion | undefined {
  return openQuestion(turnBefore(messages), tools);
}

/** The call that was asked about, with the message as its missing parameter. `undefined` where it is no such value. */
export function pendingAnswer(question: OpenQuestion, text: string): PendingAnswer | undefined {
  const { tool, parameter: name, values } = question;
  const parameter = parametersOf(tool.inputSchema).find((known) => known.name === name);
  const found = answerIn(parameter, text.trim());
  if (found === undefined) return undefined;
  const argumentsText = JSON.stringify({ ...values, [name]: found.value });
  return { route: { status: 'call', tool, argumentsText }, isSure: found.isSure };
}

interface FoundAnswer {
  readonly value: JsonValue;
  readonly isSure: boolean;
}

function answerIn(parameter: Parameter | undefined, text: string): FoundAnswer | undefined {
  if (text === '') return undefined;
  if (parameter === undefined) return { value: text, isSure: false };
  const formed = formedIn(parameter, text);
  if (formed.length > 1) return undefined;
  const [form] = formed;
  if (form !== undefined) return { value: form.value, isSure: form.written === text };
  const value = valueOf(parameter, text);
  const isPlain = parameter.type === 'string' || parameter.type === 'any';
  const isSure = parameter.choices.length > 0 || !isPlain;
  return value === undefined ? undefined : { value, isSure };
}

interface FormedValue {
  readonly value: JsonValue;
  readonly written: string;
}

/** The values in the message that have the form of what was asked for. */
function formedIn(parameter: Parameter, text: string): readonly FormedValue[] {
  const { type, kind, choices } = parameter;
  if (valueOf(parameter, text) === undefined && choices.length > 0) {
    const choice = choiceIn(parameter, text);
    return choice === undefined ? [] : [{ value: choice.word, written: choice.word }];
  }
  const { urls, emails, dates, numbers } = factsOf(text);
  if (type === 'number' || type === 'integer') {
    return numbers.flatMap((written) => {
      const value = valueOf(parameter, written);
      return value === undefined ? [] : [{ value, written }];
    });
  }
  if (choices.length > 0 || (type !== 'string' && type !== 'any') || kind === 'text') return [];
  return { url: urls, email: emails, date: dates }[kind].map((value) => ({
    value,
    written: value,
  }));
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
