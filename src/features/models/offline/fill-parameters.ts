// Fills a tool's simple parameters from what a person wrote.

import type { JsonValue } from '#base/json.ts';
import { blanked, chosenWords } from './choice-words.ts';
import { valueOf, type Parameter } from './parameters.ts';
import { factsOf, type TextFacts } from './text-facts.ts';

export interface FilledParameters {
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Required ones that nothing was found for. */
  readonly missing: readonly string[];
}

/**
 * In this order: `name=value`, a word of an enumeration, what has a form of its own (addresses, dates, numbers, quoted
 * words), and the whole message for the one text that is left. Nothing that was found fills two of them. Optional ones
 * only where the message is plain about them.
 */
export function fillParameters(parameters: readonly Parameter[], text: string): FilledParameters {
  const filled = new Map<string, JsonValue>();
  const open = (): readonly Parameter[] => parameters.filter(({ name }) => !filled.has(name));
  const fill = (values: Iterable<readonly [string, JsonValue]>): void => {
    for (const [name, value] of values) filled.set(name, value);
  };
  const named = namedValues(parameters, text);
  fill(named.values);
  const chosen = chosenWords(open(), named.left);
  fill(chosen.values);
  // A quoted text stays whole, though there is a word of an enumeration in it.
  const { dates, numbers } = factsOf(chosen.left);
  const facts = { ...factsOf(named.left), dates, numbers };
  fill(formedValues(open(), facts));
  fill(plainValues(open(), facts));

  const whole = named.left.trim();
  const rest = onlyText(parameters, open());
  if (rest !== undefined && whole !== '') filled.set(rest.name, whole);
  const missing = open().flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
  return { values: Object.fromEntries(filled), missing };
}

type Values = ReadonlyMap<string, JsonValue>;

/** `city=Berlin`, `city: "New York"`, `city：北京`. */
function namedValues(
  parameters: readonly Parameter[],
  text: string,
): { readonly values: Values; readonly left: string } {
  const values = new Map<string, JsonValue>();
  let left = text;
  for (const parameter of parameters) {
    const name = RegExp.escape(parameter.name);
    const form = new RegExp(
      `(?<![\\w-])${name}\\s*[=:：]\\s*("[^"]*"|'[^']*'|[^\\s,，;；。]+)`,
      'i',
    );
    const match = form.exec(left);
    const given = match?.[1]?.replace(/^(["'])(.*)\1$/, '$2');
    const value = given === undefined ? undefined : valueOf(parameter, given);
    if (match === null || value === undefined) continue;
    values.set(parameter.name, value);
    left = blanked(left, match.index, match[0].length);
  }
  return { values, left };
}

/** Addresses and dates, also for what is optional: first where name or format say so, then where the description does. */
function formedValues(open: readonly Parameter[], { urls, emails, dates }: TextFacts): Values {
  const values = new Map<string, JsonValue>();
  const lists = { url: [...urls], email: [...emails], date: [...dates] };
  const texts = open.filter(
    ({ type, choices }) => (type === 'string' || type === 'any') && choices.length === 0,
  );
  for (const form of ['url', 'email', 'date'] as const) {
    const sure = texts.filter(({ kind }) => kind === form);
    const likely = texts.filter(({ kind, hint }) => kind === 'text' && hint === form);
    for (const group of [sure, likely]) {
      const found = lists[form].splice(0, group.length);
      const names = takers(group, found.length).map(({ name }) => name);
      for (const [at, value] of found.entries()) values.set(names[at] ?? '', value);
    }
  }
  return values;
}

/** In their order; where there are too many of them, the required ones are served first. */
function takers(parameters: readonly Parameter[], count: number): readonly Parameter[] {
  const byNeed = parameters.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const first = new Set(byNeed.slice(0, count));
  return parameters.filter((parameter) => first.has(parameter));
}

/** Numbers and quoted texts for what is required; lists take what is left. */
function plainValues(open: readonly Parameter[], facts: TextFacts): Values {
  const found = {
    words: [...facts.quoted],
    figures: [...facts.numbers],
    urls: [...facts.urls],
  };
  const required = open.filter(({ isRequired, choices }) => isRequired && choices.length === 0);
  const values = new Map<string, JsonValue>();
  const lists = required.filter(({ type }) => type === 'array');
  for (const parameter of [...required.filter(({ type }) => type !== 'array'), ...lists]) {
    const value = plainValue(parameter, found);
    if (value !== undefined) values.set(parameter.name, value);
  }
  return values;
}

interface Found {
  readonly words: string[];
  readonly figures: string[];
  readonly urls: string[];
}

function plainValue(parameter: Parameter, found: Found): JsonValue | undefined {
  switch (parameter.type) {
    case 'number':
    case 'integer': {
      const at = found.figures.findIndex((figure) => valueOf(parameter, figure) !== undefined);
      return at === -1 ? undefined : valueOf(parameter, found.figures.splice(at, 1).join(''));
    }
    case 'array':
      return listFor(parameter, found);
    case 'string':
      return parameter.kind === 'text' ? found.words.shift() : undefined;
    default:
      return undefined;
  }
}

function listFor({ items, kind }: Parameter, found: Found): JsonValue | undefined {
  if (items === 'number') {
    const figures = found.figures.splice(0);
    return figures.length > 0 ? figures.map(Number) : undefined;
  }
  const texts = (kind === 'url' ? found.urls : found.words).splice(0);
  return texts.length > 0 ? texts : undefined;
}

/** The one text that may take the whole message: the only required one left, or the only one there is. */
function onlyText(all: readonly Parameter[], open: readonly Parameter[]): Parameter | undefined {
  const required = open.filter(({ isRequired }) => isRequired);
  if (required.length > 0) return theOne(required.filter(isPlain));
  const only = theOne(all.filter(isPlain));
  const isAsked = all.some(({ isRequired }) => isRequired);
  return !isAsked && only !== undefined && open.includes(only) ? only : undefined;
}

/** Of several, the only one that is not for a date or an address. */
function theOne(texts: readonly Parameter[]): Parameter | undefined {
  const free = texts.length > 1 ? texts.filter(({ hint }) => hint === 'text') : texts;
  return free.length === 1 ? free[0] : undefined;
}

function isPlain({ type, kind, choices }: Parameter): boolean {
  return (type === 'string' || type === 'any') && kind === 'text' && choices.length === 0;
}
