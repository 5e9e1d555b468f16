// Reads a command that a person typed: `/skill {json}`, `/skill key=value …` or `/skill free text`.

import type { JsonObject, JsonValue } from '#base/json.ts';
import { fillParameters } from './fill-parameters.ts';
import { parametersOf, valueOf, type Parameter } from './parameters.ts';
import { splitSubcommand } from './subcommand.ts';

export interface Command {
  readonly name: string;
  /** What follows the name, trimmed. */
  readonly rest: string;
}

/** A skill is named in any script; Chinese keyboards type a wide slash. */
const COMMAND = /^\s*[/／]([^\s/／{]+)(?![^\s{])([\s\S]*)$/;
const PAIR = /([\w-]+)=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s]+)/g;

/** A path such as `/etc/hosts` is no command. */
export function commandOf(text: string): Command | undefined {
  const [, name, rest] = COMMAND.exec(text) ?? [];
  return name === undefined ? undefined : { name, rest: (rest ?? '').trim() };
}

export interface ReadArguments {
  readonly argumentsText: string;
  readonly values: JsonObject;
  /** Required, and not in the text. */
  readonly missing: readonly string[];
  /** There was a text, and nothing of it is among the values. */
  readonly isUnused: boolean;
}

/** What follows a command. JSON is passed on as it was typed, so that a mistake in it is told as what it is. */
export function argumentsOf(rest: string, schema: JsonObject): ReadArguments {
  const parameters = parametersOf(schema);
  if (rest.startsWith('{')) return { ...taken({}), argumentsText: rest };
  if (rest === '' || pairsOf(rest, parameters) !== undefined) return fromRest(parameters, rest);
  const subcommand = splitSubcommand(rest, schema, parameters);
  switch (subcommand.status) {
    case 'split':
      return withSubcommand(subcommand, fromRest(subcommand.others, subcommand.rest));
    case 'unknown':
      return { ...taken({}), missing: [subcommand.name] };
    default:
      return fromRest(parameters, rest);
  }
}

/** What follows a name in a message, or a message that names nothing. */
export function argumentsOfText(text: string, schema: JsonObject): ReadArguments {
  const parameters = parametersOf(schema);
  const subcommand = splitSubcommand(text, schema, parameters);
  return subcommand.status === 'split'
    ? withSubcommand(subcommand, filled(subcommand.others, subcommand.rest))
    : filled(parameters, text);
}

function fromRest(parameters: readonly Parameter[], rest: string): ReadArguments {
  const pairs = rest === '' ? {} : pairsOf(rest, parameters);
  if (pairs !== undefined) return taken(pairs);
  const required = parameters.filter(({ isRequired }) => isRequired);
  const [only] = required.length > 0 ? required : parameters;
  const isLone = only !== undefined && (required.length === 1 || parameters.length === 1);
  const value = isLone ? valueOf(only, rest) : undefined;
  return isLone && value !== undefined ? taken({ [only.name]: value }) : filled(parameters, rest);
}

function filled(parameters: readonly Parameter[], text: string): ReadArguments {
  const { values, missing } = fillParameters(parameters, text);
  const isUnused = text !== '' && missing.length === 0 && Object.keys(values).length === 0;
  return { ...taken(values), missing, isUnused };
}

function withSubcommand(
  { name, value }: { readonly name: string; readonly value: JsonValue },
  read: ReadArguments,
): ReadArguments {
  const { values, missing, isUnused } = read;
  return { ...taken({ [name]: value, ...values }), missing, isUnused };
}

function taken(values: JsonObject): ReadArguments {
  return { argumentsText: JSON.stringify(values), values, missing: [], isUnused: false };
}

/** Only where the whole of it is pairs; text with a `=` in it stays text. */
function pairsOf(
  rest: string,
  parameters: readonly Parameter[],
): Readonly<Record<string, JsonValue>> | undefined {
  if (rest.replace(PAIR, '').trim() !== '') return undefined;
  const pairs = [...rest.matchAll(PAIR)].map(([, name = '', given = '']) => {
    const text = unquoted(given);
    const parameter = parameters.find((known) => known.name === name);
    return [name, parameter === undefined ? text : (valueOf(parameter, text) ?? text)] as const;
  });
  const isKnown = pairs.some(([name]) => parameters.some((known) => known.name === name));
  return isKnown || parameters.length === 0 ? Object.fromEntries(pairs) : undefined;
}

function unquoted(text: string): string {
  return text.replace(/^(["'])([\s\S]*)\1$/, '$2').replaceAll('\\"', '"');
}
