// A model whose use is counted, step by step.

import type { ChatModel, ModelPart, ModelUsage } from '#features/models/index.ts';

/** `add` is awaited before a step's end is told. */
export function countedModel(
  model: ChatModel,
  add: (usage: ModelUsage) => Promise<void>,
): ChatModel {
  return {
    ...model,
    async *stream(request): AsyncGenerator<ModelPart> {
      for await (const part of model.stream(request)) {
        if (part.type === 'finish') await add(part.usage);
        yield part;
      }
    },
  };
}
