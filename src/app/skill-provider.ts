// A role's language model as a skill uses it: one answer to some messages, without tools (RUN-06).

import { AppError } from '#base/app-error.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { ChatModel, ModelMessage } from '#features/models/index.ts';
import type { SkillProvider } from '#features/runtimes/index.ts';

/**
 * `loadModel` is asked for each request; `signal` ends them with the run that they are for. In offline mode every request fails with
 * a sentence: the offline router only finds skills.
 */
export function createSkillProvider(
  loadModel: () => Promise<ChatModel>,
  signal: AbortSignal,
): SkillProvider {
  return {
    async chat({ messages, maxTokens }) {
      const model = await loadModel();
      if (model.id === 'offline') {
        throw new AppError('model-unavailable', executionTexts.noModel());
      }
      const stream = model.stream({
        messages: messages.map(asModelMessage),
        tools: [],
        toolChoice: 'none',
        signal,
        ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      });
      let text = '';
      let usage = { inputTokens: 0, outputTokens: 0 };
      for await (const part of stream) {
        if (part.type === 'text-delta') text += part.text;
        if (part.type === 'finish') usage = part.usage;
      }
      return { text, usage };
    },
  };
}

/** A role that isn't one of the three counts as the user's. */
function asModelMessage(message: { role: string; content: string }): ModelMessage {
  const { role, content: text } = message;
  if (role === 'assistant') return { role, parts: [{ type: 'text', text }] };
  return { role: role === 'system' ? 'system' : 'user', text };
}
