// What a provider wants back unchanged, with the model it belongs to, so that no other one is sent it.

import type { JSONObject, JSONValue, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { ProviderMetadata } from './chat-model.ts';

const OURS = 'qiao';

/** The provider's metadata with the model's name beside it. */
export function signed(
  metadata: SharedV4ProviderMetadata | undefined,
  model: string,
): ProviderMetadata {
  const given = Object.entries(metadata ?? {}).map(([name, value]) => [name, plainObject(value)]);
  return { ...Object.fromEntries(given), [OURS]: { model } };
}

/** `isForeign` where another model gave it; what bears no name counts as the model's own. */
export function returned(
  metadata: ProviderMetadata | undefined,
  model: string,
): { readonly isForeign: boolean; readonly options: SharedV4ProviderMetadata } {
  const { [OURS]: origin, ...given } = metadata ?? {};
  const isForeign = origin !== undefined && origin['model'] !== model;
  return { isForeign, options: isForeign ? {} : given };
}

function plainObject(value: Readonly<JSONObject>): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[key, plainValue(inner)] as const],
    ),
  );
}

function plainValue(value: JSONValue): JsonValue {
  if (value === null || typeof value !== 'object') return value;
  return isList(value) ? value.map(plainValue) : plainObject(value);
}

function isList(value: JSONValue): value is readonly JSONValue[] {
  return Array.isArray(value);
}
