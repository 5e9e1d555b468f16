// Finds in a text the words of enumerations; each word is used once.

import type { JsonValue } from '#base/json.ts';
import type { Parameter } from './parameters.ts';

export interface ChosenWords {
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The text without the words that were used. */
  readonly left: string;
}

interface FoundWord {
  readonly word: string;
  readonly at: number;
}

/** In the order of the parameters; where the words don't suffice for that, the required ones come first. */
export function chosenWords(parameters: readonly Parameter[], text: string): ChosenWords {
  const inOrder = assign(parameters, text);
  const required = parameters.filter(({ isRequired }) => isRequired);
  const lacks = required.some(
    ({ name, choices }) => choices.length > 0 && !inOrder.values.has(name),
  );
  if (!lacks) return inOrder;
  return assign([...required, ...parameters.filter(({ isRequired }) => !isRequired)], text);
}

/** The first word of the text that the parameter may have; of two that begin together the longer. */
export function choiceIn({ choices }: Parameter, text: string): FoundWord | undefined {
  return choices
    .filter((choice) => typeof choice === 'string')
    .map((word) => ({ word, at: wordAt(text, word) }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at || b.word.length - a.word.length)[0];
}

/** With spaces in its place, so that no two words become one. */
export function blanked(text: string, at: number, length: number): string {
  return text.slice(0, at) + ' '.repeat(length) + text.slice(at + length);
}

function assign(parameters: readonly Parameter[], text: string): ChosenWords {
  const values = new Map<string, JsonValue>();
  let left = text;
  for (const parameter of parameters) {
    const found = choiceIn(parameter, left);
    if (found === undefined) continue;
    values.set(parameter.name, found.word);
    left = blanked(left, found.at, found.word.length);
  }
  return { values, left };
}

function wordAt(text: string, word: string): number {
  if (word === '') return -1;
  const isAscii = /^[\x20-\x7e]+$/.test(word);
  const form = RegExp.escape(word);
  return text.search(new RegExp(isAscii ? `(?<![a-z0-9_])${form}(?![a-z0-9_])` : form, 'i'));
}
