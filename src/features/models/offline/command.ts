// Reads a command that a person typed: `/skill {json}`, `/skill key=value …` or `/skill free text`.

import type { JsonValue } from '#base/json.ts';
import { fillParameters } from './fill-parameters.ts';
import { valueOf, type Parameter } from './parameters.ts';

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

/** The arguments as JSON text. JSON is passed on as it was typed, so that a mistake in it is told as what it is. */
export function argumentsOf(rest: string, parameters: readonly Parameter[]): string {
  if (rest === '') return '{}';
  if (rest.startsWith('{')) return rest;
  const pairs = pairsOf(rest, parameters);
  if (pairs !== undefined) return JSON.stringify(pairs);
  const required = parameters.filter(({ isRequired }) => isRequired);
  const [only] = required.length > 0 ? required : parameters;
  const isLone = only !== undefined && (required.length === 1 || parameters.length === 1);
  const value = isLone ? valueOf(only, rest) : undefined;
  return isLone && value !== undefined
    ? JSON.stringify({ [only.name]: value })
    : JSON.stringify(fillParameters(parameters, rest).values);
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
