// Decides which tool a message asks for: by command, by name, or by the words of name and description.

import { rank } from '#base/bm25.ts';
import type { JsonObject } from '#base/json.ts';
import { wordsOf } from '#base/words.ts';
import type { ToolDefinition } from '../chat-model.ts';
import { argumentsOf, argumentsOfText, commandOf, type ReadArguments } from './command.ts';
import { ownDescription, skillName } from './skill-name.ts';

export type Route =
  | {
      readonly status: 'call';
      readonly tool: ToolDefinition;
      readonly argumentsText: string;
      /** What the person wrote for the tool, and which no parameter took. */
      readonly unused?: string;
    }
  /** The tool is clear, but the message lacks what it needs. */
  | {
      readonly status: 'incomplete';
      readonly tool: ToolDefinition;
      readonly missing: readonly string[];
      /** What the message does give. */
      readonly values: JsonObject;
    }
  | { readonly status: 'unknown-command'; readonly name: string }
  | { readonly status: 'cancel' }
  /** `tool` is the one that is asked about, if any. */
  | { readonly status: 'help'; readonly tool: ToolDefinition | undefined }
  | { readonly status: 'none' };

/** A name says what a tool is for in few words; each counts as three. */
const NAME_WEIGHT = 3;
const LEAST = { score: 2, coverage: 0.2 };
/** Commands of its own, where no tool is called so. */
const CANCEL = new Set(['cancel', '取消']);
const HELP = new Set(['help', '帮助']);
/** The built-in skill that tells what can be done: where nobody names it, the router tells that itself, with what it is. */
const HELP_TOOL = 'skill_help';

export function route(text: string, tools: readonly ToolDefinition[]): Route {
  const command = commandOf(text);
  if (command !== undefined) return routeCommand(command, tools);
  const byName = namedTool(text, tools);
  if (byName !== undefined) return routeName(byName, text);
  const byWords = likeliestTool(text, tools);
  if (byWords === undefined) return { status: 'none' };
  if (byWords.name === HELP_TOOL) return { status: 'help', tool: undefined };
  return complete(byWords, argumentsOfText(text, byWords.inputSchema));
}

/** The message says by command or by name what it is about, so nobody has to guess. */
export function isExplicit(text: string, tools: readonly ToolDefinition[]): boolean {
  return commandOf(text) !== undefined || namedTool(text, tools) !== undefined;
}

/** By the words of names and descriptions. `undefined` where even the best has too little in common with the text. */
export function likeliestTool(
  text: string,
  tools: readonly ToolDefinition[],
  least = LEAST,
): ToolDefinition | undefined {
  const [best] = rank(wordsOf(text), tools.map(wordsOfTool));
  if (best === undefined || best.score < least.score || best.coverage < least.coverage)
    return undefined;
  return tools[best.index];
}

/** `/skill name …` is taken too, where no tool is called `skill`. */
function routeCommand(
  { name, rest }: { readonly name: string; readonly rest: string },
  tools: readonly ToolDefinition[],
): Route {
  const tool = toolNamed(name, tools);
  if (tool !== undefined) {
    return complete(tool, argumentsOf(rest, tool.inputSchema), rest);
  }
  if (CANCEL.has(plainName(name))) return { status: 'cancel' };
  if (HELP.has(plainName(name)))
    return { status: 'help', tool: toolNamed(rest.replace(/^[/／]/, ''), tools) };
  const inner = name === 'skill' ? commandOf(`/${rest}`) : undefined;
  return inner === undefined ? { status: 'unknown-command', name } : routeCommand(inner, tools);
}

/** What follows a name at the beginning is meant for the tool; else the whole message may be just a sentence. */
function routeName({ tool, name }: NamedTool, text: string): Route {
  const rest = withoutName(text, name).trim();
  const isLeading = rest !== text.trim();
  return complete(tool, argumentsOfText(rest, tool.inputSchema), isLeading ? rest : undefined);
}

function complete(tool: ToolDefinition, read: ReadArguments, given?: string): Route {
  const { argumentsText, values, missing, isUnused } = read;
  if (missing.length > 0) return { status: 'incomplete', tool, missing, values };
  return isUnused && given !== undefined
    ? { status: 'call', tool, argumentsText, unused: given }
    : { status: 'call', tool, argumentsText };
}

interface NamedTool {
  readonly tool: ToolDefinition;
  /** By which it is named. */
  readonly name: string;
}

/** The longest name that stands in the text as a word of its own. */
function namedTool(text: string, tools: readonly ToolDefinition[]): NamedTool | undefined {
  return tools
    .flatMap((tool) => namesOf(tool).map((name) => ({ tool, name })))
    .filter(({ name }) => nameForm(name).test(text))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

function namesOf(tool: ToolDefinition): readonly string[] {
  return [...new Set([tool.name, skillName(tool)])];
}

function withoutName(text: string, name: string): string {
  const leading = new RegExp(`^\\s*${nameForm(name).source}[\\s:：,，]*`, 'iu');
  return text.replace(leading, '');
}

/** `send_mail` is meant by `send-mail` and `send mail` too. */
function nameForm(name: string): RegExp {
  const form = name
    .split(/[_-]+/)
    .map((part) => RegExp.escape(part))
    .join('[ _-]?');
  return new RegExp(`(?<![\\p{Script=Latin}\\d_-])${form}(?![\\p{Script=Latin}\\d_-])`, 'iu');
}

function wordsOfTool(tool: ToolDefinition): string[] {
  const ofName = wordsOf(skillName(tool));
  const named = Array.from({ length: NAME_WEIGHT }, () => ofName).flat();
  return [...named, ...wordsOf(ownDescription(tool))];
}

function toolNamed(name: string, tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  return tools.find((known) => namesOf(known).some((own) => sameName(own, name)));
}

function sameName(a: string, b: string): boolean {
  return plainName(a) === plainName(b);
}

function plainName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll('-', '_');
}
