// Where a conversation's text goes.

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
