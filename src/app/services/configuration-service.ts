// Skills' configuration and providers' keys, as the API offers them to admins. A secret goes in and never comes out.

import type { ConfigurationService, ProviderKeyService } from '#api/services.ts';
import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import type {
  ConfigurationEntryBody,
  LayerQuery,
  ProviderKeyBody,
} from '#contract/api/configuration-routes.ts';
import { configurationTexts } from '#contract/texts/configuration-texts.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { ConfigurationEntry, ConfigurationPlace } from '#features/configuration/index.ts';
import type { Platform } from '../compose-platform.ts';
import { orgModel } from '../org-model.ts';
import { tryModel } from './try-provider.ts';

export function createConfigurationService(platform: Platform): ConfigurationService {
  const { configuration, skills } = platform;
  return {
    async list({ orgId }, { skill }) {
      const saved = await configuration.listAll(orgId, skill);
      return saved.map(({ skill: of, place, entry }) => entryBody(of, place, entry));
    },
    async update(caller, { skill, ...layer }, { values, secrets = [] }) {
      const place = await placeOf(platform, caller, layer);
      const declared = (await skills.catalogue.get(skill))?.package.config;
      const target = { place, skill };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema let nothing but JSON in
      const given = values as JsonObject;
      await configuration.set(caller.orgId, target, {
        values: given,
        secretNames: secrets,
        declaredSecrets: (declared ?? []).filter(({ secret }) => secret).map(({ name }) => name),
        by: caller.personId,
      });
      const entries = await configuration.list(caller.orgId, target);
      return {
        items: entries.map((entry) => entryBody(skill, place, entry)),
        warnings: warningsOn(skill, given, declared),
      };
    },
  };
}

/** What is kept all the same: the skill may be installed later, and may read what it does not declare. */
function warningsOn(
  skill: string,
  given: JsonObject,
  declared: readonly { readonly name: string }[] | undefined,
): readonly Text[] {
  if (declared === undefined) return [configurationTexts.skillNotInstalled(skill)];
  const names = declared.map(({ name }) => name);
  const known = new Set(names.map((name) => name.toUpperCase()));
  const strangers = Object.keys(given).filter(
    (key) => given[key] !== null && !known.has(key.toUpperCase()),
  );
  return strangers.length > 0 ? [configurationTexts.keysNotDeclared(skill, strangers, names)] : [];
}

/** `not-found` for a team or role of another organisation. */
async function placeOf(
  { accounts }: Platform,
  caller: Caller,
  { layer, owner_id: id }: LayerQuery,
): Promise<ConfigurationPlace> {
  if (layer === 'org') {
    if (id === undefined) return { layer };
    throw new AppError('request-invalid', serverTexts.ownerOfOrg());
  }
  if (id === undefined) throw new AppError('request-invalid', serverTexts.ownerMissing(layer));
  await (layer === 'team' ? accounts.teams : accounts.roles).get(caller, id);
  return { layer, id };
}

function entryBody(
  skill: string,
  place: ConfigurationPlace,
  entry: ConfigurationEntry,
): ConfigurationEntryBody {
  return {
    skill,
    layer: place.layer,
    owner_id: place.layer === 'org' ? null : place.id,
    key: entry.name,
    is_secret: entry.isSecret,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON, as it was saved
    value: (entry.value ?? null) as ConfigurationEntryBody['value'],
    updated_at: entry.updatedAt.toISOString(),
  };
}

const PROVIDERS = ['openai', 'anthropic'] as const;

export function createProviderKeyService(platform: Platform): ProviderKeyService {
  const { providers } = platform.configuration;
  const get = async (orgId: string, provider: ProviderKeyBody['provider']) => {
    const own = await providers.get(orgId, provider);
    const server = platform.instance.settings[provider];
    const fallback = server.apiKey === undefined ? 'none' : 'server';
    return {
      provider,
      source: own?.isKeySet === true ? 'org' : fallback,
      base_url: own?.baseUrl ?? server.baseUrl,
      updated_at: own?.updatedAt.toISOString() ?? null,
    } as const satisfies ProviderKeyBody;
  };
  return {
    list: ({ orgId }) => Promise.all(PROVIDERS.map((provider) => get(orgId, provider))),
    async set({ orgId, personId }, provider, { api_key: apiKey, base_url: baseUrl }) {
      await providers.set(orgId, provider, { apiKey, baseUrl, by: personId });
      return get(orgId, provider);
    },
    try({ orgId }, provider, { model, language }) {
      const { configuration, instance } = platform;
      const parts = { configuration, settings: { ...instance.settings, language } };
      const asked = { model: `${provider}/${model}`, attempts: 1 };
      return tryModel(
        () => orgModel(parts, orgId, asked),
        language,
        () => performance.now(),
      );
    },
    remove: ({ orgId }, provider) => providers.remove(orgId, provider),
  };
}
