// Reads a built-in skill's parameters: aliases are taken and told, what is misshapen is named.

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { builtinTexts } from '#contract/texts/builtin-texts.ts';

export interface Parameters {
  /** Undefined where it is absent or blank. Throws a `ParameterProblem` where it is no text. */
  text(name: string, aliases?: readonly string[]): string | undefined;
  /** `preset` where it is absent. Throws a `ParameterProblem` where it is none from `least` to `most`. */
  wholeNumber(name: string, range: NumberRange): number;
  /** Whatever it is, undefined where it is absent or blank; a text that holds a JSON list or object is read as that. */
  value(name: string, aliases?: readonly string[]): JsonValue | undefined;
  /** What `action_note` says of the aliases that were read; empty where there were none. */
  notes(): readonly string[];
}

interface NumberRange {
  readonly preset: number;
  readonly least: number;
  readonly most: number;
}

/** What the caller can correct. */
export class ParameterProblem extends Error {
  override readonly name = 'ParameterProblem';
  readonly parameter: string;
  readonly text: Text;

  constructor(parameter: string, text: Text, options?: ErrorOptions) {
    super(text.en, options);
    this.parameter = parameter;
    this.text = text;
  }
}

export function readParameters(input: JsonObject): Parameters {
  const notes: string[] = [];
  const valueOf = (name: string, aliases: readonly string[]): JsonValue | undefined => {
    const key = [name, ...aliases].find((candidate) => isGiven(input[candidate]));
    if (key !== undefined && key !== name) notes.push(`${key} → ${name}`);
    return key === undefined ? undefined : input[key];
  };
  return {
    text(name, aliases = []) {
      const value = valueOf(name, aliases);
      if (value === undefined || typeof value === 'string') return value?.trim();
      throw new ParameterProblem(name, builtinTexts.notText(name));
    },
    wholeNumber(name, { preset, least, most }) {
      const value = valueOf(name, []) ?? preset;
      const number = typeof value === 'string' ? Number(value) : value;
      if (
        typeof number === 'number' &&
        Number.isSafeInteger(number) &&
        number >= least &&
        number <= most
      )
        return number;
      const told = JSON.stringify(value).slice(0, 80);
      throw new ParameterProblem(name, builtinTexts.notInRange(name, `${least}–${most}`, told));
    },
    value(name, aliases = []) {
      const value = valueOf(name, aliases);
      return typeof value === 'string' && /^\s*[[{]/.test(value) ? parsedOr(value) : value;
    },
    notes: () => notes,
  };
}

function parsedOr(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    // A text that begins like JSON is still a text.
    return text;
  }
}

function isGiven(value: JsonValue | undefined): boolean {
  return (
    value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '')
  );
}
