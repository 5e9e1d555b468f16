// A model whose use is counted, request by request.

import { estimateText } from '#base/estimate-text.ts';
import { estimateMessages } from '#features/agents/index.ts';
import type { ChatModel, ModelPart, ModelRequest, ModelUsage } from '#features/models/index.ts';

/**
 * `add` is awaited before a request's end is told. One that broke off after it began to answer, or was stopped, is
 * counted by an estimate: the provider bills it, and tells no figures.
 */
export function countedModel(
  model: ChatModel,
  add: (usage: ModelUsage) => Promise<void>,
): ChatModel {
  return { ...model, stream: (request) => counted(model, request, add) };
}

async function* counted(
  model: ChatModel,
  request: ModelRequest,
  add: (usage: ModelUsage) => Promise<void>,
): AsyncGenerator<ModelPart> {
  // Whoever is stopped before that asks nothing.
  const isSent = !request.signal.aborted;
  let said = '';
  let isCounted = false;
  try {
    for await (const part of model.stream(request)) {
      if (part.type === 'finish') {
        isCounted = true;
        await add(part.usage);
      } else said += part.text;
      yield part;
    }
  } finally {
    if (!isCounted && isSent && (said !== '' || request.signal.aborted))
      await add(estimateOf(request, said));
  }
}

function estimateOf({ messages }: ModelRequest, said: string): ModelUsage {
  return {
    inputTokens: estimateMessages(messages),
    cachedInputTokens: 0,
    outputTokens: estimateText(said),
  };
}
