// Asks the model for one step, and keeps what it said so far whatever becomes of the stream.

import { AppError } from '#base/app-error.ts';
import { replyTexts } from '#contract/texts/agent-texts.ts';
import type { ChatModel, ModelFinish, ModelRequest } from '#features/models/index.ts';

export type Answer =
  | { readonly status: 'finished'; readonly finish: ModelFinish; readonly text: string }
  /** The request's signal was aborted; `text` is what came before. */
  | { readonly status: 'interrupted'; readonly text: string }
  | { readonly status: 'failed'; readonly error: AppError; readonly text: string };

/** Never rejects. A model that is deaf to the signal is not waited for. */
export async function askModel(
  model: ChatModel,
  request: ModelRequest,
  onText: (text: string) => void,
): Promise<Answer> {
  const { signal } = request;
  if (signal.aborted) return { status: 'interrupted', text: '' };
  const said: Said = { text: '', finish: undefined, isOver: false, onText };
  const aborted = Promise.withResolvers<undefined>();
  const onAbort = () => aborted.resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([consume(model, request, said), aborted.promise]);
    return answerOf(said, signal, undefined);
  } catch (thrown) {
    return answerOf(said, signal, thrown);
  } finally {
    said.isOver = true;
    signal.removeEventListener('abort', onAbort);
  }
}

interface Said {
  text: string;
  finish: ModelFinish | undefined;
  /** Nobody listens any more. */
  isOver: boolean;
  readonly onText: (text: string) => void;
}

/** To the end of the stream, which is cheaper than to leave it after its last part. */
async function consume(model: ChatModel, request: ModelRequest, said: Said): Promise<void> {
  for await (const part of model.stream(request)) {
    if (said.isOver) return;
    if (part.type === 'finish') said.finish = part;
    if (part.type !== 'text-delta' || part.text === '') continue;
    said.text += part.text;
    said.onText(part.text);
  }
}

/** A step that came whole counts, whatever came after it. */
function answerOf({ finish, text }: Said, signal: AbortSignal, thrown: unknown): Answer {
  if (finish !== undefined) return { status: 'finished', finish, text: textOf(finish) };
  if (signal.aborted) return { status: 'interrupted', text };
  const error =
    thrown === undefined
      ? new AppError('model-cut', replyTexts.streamWithoutEnd())
      : AppError.from(thrown);
  return { status: 'failed', error, text };
}

function textOf(finish: ModelFinish): string {
  return finish.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
