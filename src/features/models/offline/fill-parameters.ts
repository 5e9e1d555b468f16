// Fills a tool's simple parameters from what a person wrote.

import type { JsonValue } from '#base/json.ts';
import { valueOf, type Parameter } from './parameters.ts';
import { factsOf } from './text-facts.ts';

export interface FilledParameters {
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Required ones that nothing was found for. */
  readonly missing: readonly string[];
}

/**
 * In this order: `name=value`, a word of an enumeration, what has a form of its own (addresses, dates, numbers, quoted
 * words), and the whole message for the one text that is left. Optional ones only where the message is plain about them.
 */
export function fillParameters(parameters: readonly Parameter[], text: string): FilledParameters {
  const filled = new Map<string, JsonValue>();
  const open = (): readonly Parameter[] => parameters.filter(({ name }) => !filled.has(name));
  const fill = (find: (parameter: Parameter) => JsonValue | undefined): void => {
    for (const parameter of open()) {
      const value = find(parameter);
      if (value !== undefined) filled.set(parameter.name, value);
    }
  };
  fill((parameter) => named(parameter, text));
  fill((parameter) => chosen(parameter, text));
  fill(formed(text));

  const whole = text.trim();
  const rest = onlyText(parameters, open());
  if (rest !== undefined && whole !== '') filled.set(rest.name, whole);
  const missing = open().flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
  return { values: Object.fromEntries(filled), missing };
}

/** `city=Berlin`, `city: "New York"`, `city：北京`. */
function named(parameter: Parameter, text: string): JsonValue | undefined {
  const name = RegExp.escape(parameter.name);
  const form = new RegExp(`(?<![\\w-])${name}\\s*[=:：]\\s*("[^"]*"|'[^']*'|[^\\s,，;；。]+)`, 'i');
  const value = form.exec(text)?.[1];
  return value === undefined
    ? undefined
    : valueOf(parameter, value.replace(/^(["'])(.*)\1$/, '$2'));
}

function chosen({ choices }: Parameter, text: string): JsonValue | undefined {
  return choices
    .filter((choice) => typeof choice === 'string')
    .toSorted((a, b) => b.length - a.length)
    .find((choice) => hasWord(text, choice));
}

function hasWord(text: string, word: string): boolean {
  if (word === '') return false;
  const isAscii = /^[\x20-\x7e]+$/.test(word);
  const form = RegExp.escape(word);
  return new RegExp(isAscii ? `(?<![a-z0-9_])${form}(?![a-z0-9_])` : form, 'i').test(text);
}

/** Each thing that was found is used once, in the order of the parameters. */
function formed(text: string): (parameter: Parameter) => JsonValue | undefined {
  const { urls, emails, dates, quoted, numbers } = factsOf(text);
  const lists = { url: [...urls], email: [...emails], date: [...dates] };
  const words = [...quoted];
  const figures = [...numbers];
  return (parameter) => {
    const { type, kind, choices, isRequired } = parameter;
    if (choices.length > 0) return undefined;
    if (kind !== 'text' && (type === 'string' || type === 'any')) return lists[kind].shift();
    if (!isRequired) return undefined;
    switch (type) {
      case 'number':
      case 'integer': {
        const at = figures.findIndex((figure) => valueOf(parameter, figure) !== undefined);
        return at === -1 ? undefined : valueOf(parameter, figures.splice(at, 1).join(''));
      }
      case 'array':
        return listFor(parameter, { words, figures, urls });
      case 'string':
        return words.shift();
      default:
        return undefined;
    }
  };
}

function listFor(
  { items, kind }: Parameter,
  found: {
    readonly words: readonly string[];
    readonly figures: readonly string[];
    readonly urls: readonly string[];
  },
): JsonValue | undefined {
  if (items === 'number') return found.figures.length > 0 ? found.figures.map(Number) : undefined;
  const texts = kind === 'url' ? found.urls : found.words;
  return texts.length > 0 ? texts : undefined;
}

/** The one text that may take the whole message: the only required one left, or the only one there is. */
function onlyText(all: readonly Parameter[], open: readonly Parameter[]): Parameter | undefined {
  const required = open.filter(({ isRequired }) => isRequired);
  if (required.length > 0) {
    const texts = required.filter(isPlain);
    return texts.length === 1 ? texts[0] : undefined;
  }
  const texts = all.filter(isPlain);
  const [only] = texts;
  const isAsked = all.some(({ isRequired }) => isRequired);
  return !isAsked && texts.length === 1 && only !== undefined && open.includes(only)
    ? only
    : undefined;
}

function isPlain({ type, kind, choices }: Parameter): boolean {
  return (type === 'string' || type === 'any') && kind === 'text' && choices.length === 0;
}
