// What may be saved of a model provider, told before anything is written.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { configurationTexts } from '#contract/texts/configuration-texts.ts';
import type { ProviderChange } from './provider-settings.ts';

const MOST_MODELS = 500;
/** What a header can carry. */
const API_KEY = /^[\x21-\x7e]{1,4096}$/;

/** Blanks around what somebody pasted are no part of it; `''` clears. Throws `input-invalid`. */
export function checkedProviderChange({
  baseUrl,
  apiKey,
  models,
  by,
}: ProviderChange): ProviderChange {
  const url = trimmed(baseUrl);
  const key = trimmed(apiKey);
  if (typeof url === 'string' && !isPlainUrl(url)) throw invalid(configurationTexts.baseUrlWrong());
  if (typeof key === 'string' && !API_KEY.test(key))
    throw invalid(configurationTexts.apiKeyWrong());
  if (models !== undefined && models !== null && !areModels(models)) {
    throw invalid(configurationTexts.modelsWrong(MOST_MODELS));
  }
  return { baseUrl: url, apiKey: key, models, by };
}

function trimmed(text: string | null | undefined): string | null | undefined {
  const plain = text?.trim();
  return plain === '' ? null : (plain ?? text);
}

function isPlainUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isHttp && text.length <= 2048 && !/[?#@\s\0]/.test(text);
}

function areModels(models: readonly string[]): boolean {
  return models.length <= MOST_MODELS && models.every((model) => /^[^\p{Cc}]{1,200}$/u.test(model));
}

function invalid(text: Text): AppError {
  return new AppError('input-invalid', text);
}
