// What a parameter schema says at its top level; anything odd in it says nothing.

import { isJsonObject, type JsonObject } from '#base/json.ts';

export interface DeclaredParameters {
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
}

export function declaredParameters(schema: JsonObject | undefined): DeclaredParameters {
  const properties = isJsonObject(schema?.['properties']) ? schema['properties'] : {};
  const required = schema?.['required'];
  return {
    properties: Object.fromEntries(
      Object.entries(properties).filter((entry): entry is [string, JsonObject] =>
        isJsonObject(entry[1]),
      ),
    ),
    required: Array.isArray(required)
      ? required.filter((key): key is string => typeof key === 'string')
      : [],
  };
}

export function declaredNames(schema: JsonObject | undefined): ReadonlySet<string> {
  const { properties, required } = declaredParameters(schema);
  return new Set([...Object.keys(properties), ...required]);
}
