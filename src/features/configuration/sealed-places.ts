// What a sealed value of these tables is bound to: moved to another row, it does not open.

import type { SecretPlace } from '#system/secret-box.ts';
import type { ConfigurationPlace } from './configuration.ts';

export interface ValueRow {
  readonly orgId: string;
  readonly layer: ConfigurationPlace['layer'];
  /** `''` in the layer `org`. */
  readonly layerId: string;
  readonly skill: string;
  readonly name: string;
}

export function placeOfValue({ orgId, layer, layerId, skill, name }: ValueRow): SecretPlace {
  return ['configurations', orgId, layer, layerId, skill, name];
}

export function placeOfProviderKey(orgId: string, provider: string): SecretPlace {
  return ['provider_settings', orgId, provider, 'api_key'];
}

export const CANARY_PLACE: SecretPlace = ['secret_canary'];
