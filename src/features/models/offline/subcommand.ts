// Splits the sub-command off a text: the first word, where a tool has a field for one.

import type { JsonObject, JsonValue } from '#base/json.ts';
import { valueOf, type Parameter } from './parameters.ts';

export type Subcommand =
  | {
      readonly status: 'split';
      readonly name: string;
      readonly value: JsonValue;
      /** The other parameters, for what follows the word. */
      readonly others: readonly Parameter[];
      readonly rest: string;
    }
  /** The field is declared, and the first word is none of its values. */
  | { readonly status: 'unknown'; readonly name: string }
  | { readonly status: 'none' };

/** The field is the schema's `x-subcommand`, else the only required one with an `enum` (CLI-02). */
export function splitSubcommand(
  text: string,
  schema: JsonObject,
  parameters: readonly Parameter[],
): Subcommand {
  const known = parameters.filter(({ choices }) => choices.length > 0);
  const declared = known.find(({ name }) => name === schema['x-subcommand']);
  const required = known.filter(({ isRequired }) => isRequired);
  const field = declared ?? (required.length === 1 ? required[0] : undefined);
  if (field === undefined) return { status: 'none' };
  const [word = ''] = text.split(/\s/, 1);
  const value = valueOf(field, word);
  if (value !== undefined) {
    const others = parameters.filter((parameter) => parameter !== field);
    const rest = text.slice(word.length).trim();
    return { status: 'split', name: field.name, value, others, rest };
  }
  const isNamed = word.startsWith(`${field.name}=`);
  return declared === undefined || isNamed
    ? { status: 'none' }
    : { status: 'unknown', name: field.name };
}
