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
  const said: Said = { text: '', isOver: false, onText };
  if (signal.aborted) return { status: 'interrupted', text: '' };
  const aborted = Promise.withResolvers<undefined>();
  const onAbort = () => aborted.resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const finish = await Promise.race([consume(model.stream(request), said), aborted.promise]);
    if (finish !== undefined) return { status: 'finished', finish, text: textOf(finish) };
    if (signal.aborted) return { status: 'interrupted', text: said.text };
    const error = new AppError('model-cut', replyTexts.streamWithoutEnd());
    return { status: 'failed', error, text: said.text };
  } catch (thrown) {
    if (signal.aborted) return { status: 'interrupted', text: said.text };
    return { status: 'failed', error: AppError.from(thrown), text: said.text };
  } finally {
    said.isOver = true;
    signal.removeEventListener('abort', onAbort);
  }
}

interface Said {
  text: string;
  isOver: boolean;
  readonly onText: (text: string) => void;
}

async function consume(
  stream: ReturnType<ChatModel['stream']>,
  said: Said,
): Promise<ModelFinish | undefined> {
  for await (const part of stream) {
    if (said.isOver) return undefined;
    if (part.type === 'finish') return part;
    if (part.type !== 'text-delta' || part.text === '') continue;
    said.text += part.text;
    said.onText(part.text);
  }
  return undefined;
}

function textOf(finish: ModelFinish): string {
  return finish.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
