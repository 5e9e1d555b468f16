// A model of a provider: one step is one streamed request.

import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { AppError } from '#base/app-error.ts';
import { modelTexts } from '#contract/texts/model-texts.ts';
import { callOptionsOf } from './call-options.ts';
import type { ChatModel, ModelFinish, ModelPart, ModelRequest } from './chat-model.ts';
import { modelFailure } from './model-failure.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { reportOf } from './provider-report.ts';
import type { Provider } from './provider.ts';
import { loadImages, NO_IMAGES, type ShownImages } from './shown-images.ts';
import { createStep } from './step-parts.ts';
import { usageOf } from './usage.ts';

export interface ProviderModelParts {
  readonly provider: Provider;
  readonly newCallId: () => string;
  readonly now: () => Date;
}

type ProviderFinish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/**
 * What the provider reported as finished is handed over as it is: half a call that the token limit cut is a call with
 * malformed arguments and the reason `length`. An answer that the provider did not finish is `model-cut`.
 */
export function createProviderModel(parts: ProviderModelParts): ChatModel {
  const { provider, now } = parts;
  let opening: Promise<LanguageModelV4> | undefined;
  let refusesImages = false;
  const open = (): Promise<LanguageModelV4> =>
    (opening ??= provider.open(createProviderFetch(provider, now)));

  return {
    id: provider.place.id,
    async *stream(request) {
      try {
        if (request.signal.aborted) throw stopped();
        if (provider.needsKey && provider.apiKey === undefined) throw keyMissing(provider);
        refuseUnsendableKey(provider);
        const language = await open();
        const images =
          provider.takesImages && !refusesImages ? await loadImages(request.messages) : NO_IMAGES;
        try {
          yield* step(language, { ...request, images }, parts);
        } catch (thrown) {
          const isRefused =
            modelFailure(reportOf(thrown), { provider, request, now }).code === 'model-refused';
          // It refuses before it says anything, so that nothing is said twice.
          if (images.size === 0 || !isRefused || request.signal.aborted) throw thrown;
          refusesImages = true;
          yield* step(language, { ...request, images: NO_IMAGES }, parts);
        }
      } catch (thrown) {
        if (request.signal.aborted) throw stopped(thrown);
        throw modelFailure(reportOf(thrown), { provider, request, now });
      }
    },
  };
}

async function* step(
  language: LanguageModelV4,
  { images, ...request }: ModelRequest & { readonly images: ShownImages },
  { provider, newCallId }: ProviderModelParts,
): AsyncGenerator<ModelPart> {
  const { stream } = await language.doStream(callOptionsOf(request, provider, images));
  const collected = createStep({
    modelId: provider.place.id,
    messages: request.messages,
    newCallId,
  });
  let finish: ProviderFinish | undefined;
  for await (const part of stream) {
    request.onActivity?.();
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') finish = part;
    const delta = collected.take(part);
    if (delta !== undefined) yield delta;
  }
  const unfinished = ['error', 'interrupted', undefined].includes(finish?.finishReason.unified);
  if (finish === undefined || unfinished) {
    throw new AppError('model-cut', modelTexts.cut(provider.place, ''));
  }
  const assistantParts = collected.parts(finish.finishReason.unified === 'length');
  const calls = assistantParts.some(({ type }) => type === 'tool-call');
  const reason = reasonOf(finish, calls);
  yield { type: 'finish', parts: assistantParts, reason, usage: usageOf(finish.usage) };
}

/** Some servers report `stop` although they call tools. */
function reasonOf({ finishReason }: ProviderFinish, calls: boolean): ModelFinish['reason'] {
  switch (finishReason.unified) {
    case 'stop':
      return calls ? 'tool-calls' : 'stop';
    case 'length':
    case 'content-filter':
    case 'tool-calls':
      return finishReason.unified;
    default:
      return 'other';
  }
}

function keyMissing({ place }: Provider): AppError {
  return new AppError('model-unauthorised', modelTexts.keyMissing(place));
}

/** Names the variable, never the key: what `fetch` says about such a header would quote it. */
function refuseUnsendableKey({ place, apiKey = '' }: Provider): void {
  // White space around a header's value is left out when it is sent.
  const odd = /[^\x20-\x7e]/.exec(apiKey.trim())?.[0];
  if (odd === undefined) return;
  const fault = odd < '\u00a0' ? 'control' : 'script';
  throw new AppError('model-unauthorised', modelTexts.keyUnsendable(place, fault));
}

function stopped(cause?: unknown): AppError {
  if (cause instanceof AppError && cause.code === 'stopped') return cause;
  return new AppError('stopped', modelTexts.stopped());
}
