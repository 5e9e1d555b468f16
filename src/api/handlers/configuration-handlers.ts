// Handlers: skills' configuration and the providers' keys.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

type Ids = `configuration.${string}` | `provider-keys.${string}`;

export function configurationHandlers({
  configuration,
  providerKeys,
}: Pick<HttpAppParts, 'configuration' | 'providerKeys'>): Handlers<Extract<keyof Handlers, Ids>> {
  return {
    'configuration.list': async ({ caller, query }) => ({
      items: await configuration.list(caller, query),
    }),
    'configuration.update': async ({ caller, params, query, body, language }) => {
      const saved = await configuration.update(caller, { ...query, ...params }, body);
      const asked = await language();
      return { items: saved.items, warnings: saved.warnings.map((text) => text[asked]) };
    },
    'provider-keys.list': async ({ caller }) => ({ items: await providerKeys.list(caller) }),
    'provider-keys.set': ({ caller, params, body }) =>
      providerKeys.set(caller, params.provider, body),
    'provider-keys.try': async ({ caller, params, body, language }) =>
      providerKeys.try(caller, params.provider, { ...body, language: await language() }),
    'provider-keys.remove': async ({ caller, params }) => {
      await providerKeys.remove(caller, params.provider);
      return null;
    },
  };
}
