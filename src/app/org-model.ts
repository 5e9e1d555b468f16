// A model by its name, with the keys and the address that an organisation has set for its provider.

import { AppError } from '#base/app-error.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import type { Configuration } from '#features/configuration/index.ts';
import type { ChatModel } from '#features/models/index.ts';
import type { Settings } from '#system/settings.ts';
import { createModel, type Asking } from './create-model.ts';

interface OrgModelParts {
  readonly settings: Settings;
  readonly configuration: Configuration;
}

/** Throws `model-unavailable` where the organisation does not allow the model. */
export async function orgModel(
  { settings, configuration }: OrgModelParts,
  orgId: string,
  { model, ...asking }: Asking & { readonly model: string },
): Promise<ChatModel> {
  if (model === 'offline') return createModel({ ...settings, model }, asking);
  const provider = model.startsWith('anthropic/') ? 'anthropic' : 'openai';
  const access = await configuration.providers.access(orgId, provider);
  if (access === undefined) return createModel({ ...settings, model }, asking);
  const name = model.slice(provider.length + 1);
  if (access.models !== undefined && !access.models.includes(name))
    throw new AppError('model-unavailable', serverTexts.modelNotAllowed(model));
  const own = settings[provider];
  // An address of its own is never given the instance's key.
  const isElsewhere = access.baseUrl !== undefined && access.baseUrl !== own.baseUrl;
  const apiKey = access.apiKey ?? (isElsewhere ? undefined : own.apiKey);
  const place = { apiKey, baseUrl: access.baseUrl ?? own.baseUrl };
  return createModel({ ...settings, model, [provider]: place }, asking);
}
