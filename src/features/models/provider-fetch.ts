// Asks a provider over HTTP, and refuses answers that its package would take for an empty stream.

import { AppError } from '#base/app-error.ts';
import { modelTexts } from '#contract/texts/model-texts.ts';
import { modelFailure } from './model-failure.ts';
import { reportOfBody } from './provider-report.ts';
import type { Provider } from './provider.ts';
import { saidText } from './said-text.ts';

/** Redirects are not followed: the conversation and the key go where the settings say, and nowhere else. */
export function createProviderFetch(provider: Provider, now: () => Date): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const media = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    if (!response.ok || !['text/html', 'application/json'].includes(media)) return response;
    throw notAStream(await response.text(), { media, provider, now });
  };
}

/** Some gateways report their failures with status 200; what they say decides. */
function notAStream(
  body: string,
  given: { readonly media: string; readonly provider: Provider; readonly now: () => Date },
): AppError {
  const { media, provider, now } = given;
  const report = reportOfBody(200, body);
  const failure = modelFailure(report, { provider, now });
  if (failure.code !== 'model-cut') return failure;
  const said = saidText(report.message === '' ? body : report.message, provider.apiKey);
  const text = modelTexts.notAStream(provider.place, media, said);
  return new AppError('model-refused', text, { details: { status: 200 } });
}
