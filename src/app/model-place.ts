// Where a conversation's text goes.

import type { Configuration } from '#features/configuration/index.ts';
import type { ProviderSettings, Settings } from '#system/settings.ts';

/** The host that the configured model is asked at; undefined in offline mode, where nothing leaves the machine. */
export function modelHost(settings: Settings): string | undefined {
  const provider = modelProvider(settings);
  return provider === undefined ? undefined : new URL(provider.baseUrl).host;
}

/** Undefined in offline mode. */
export function modelProvider(settings: Settings): ProviderSettings | undefined {
  if (settings.model === 'offline') return undefined;
  return settings.model.startsWith('anthropic/') ? settings.anthropic : settings.openai;
}

export interface OrgModelPlace {
  readonly settings: Settings;
  readonly configuration: Configuration;
}

/** As `modelHost`, for a model by its name, at the address that the organisation has set for its provider. */
export async function orgModelHost(
  { settings, configuration }: OrgModelPlace,
  orgId: string,
  model: string,
): Promise<string | undefined> {
  if (model === 'offline') return undefined;
  const provider = model.startsWith('anthropic/') ? 'anthropic' : 'openai';
  const access = await configuration.providers.access(orgId, provider);
  return new URL(access?.baseUrl ?? settings[provider].baseUrl).host;
}
