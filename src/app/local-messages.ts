// A local conversation on the text channel: each answer as the messages that it would be sent in.

import type { Language } from '#base/text.ts';
import type { ChatEvent, ChatMessage } from '#contract/chat-events.ts';
import {
  encodeReply,
  TEXT_CAPS,
  type MessageBody,
  type ReplyFile,
} from '#features/channels/index.ts';

type TurnFinished = ChatEvent & { readonly type: 'turn-finished' };

export interface MessageTurn {
  /** Takes the turn's events; its end is held back. */
  readonly onEvent: (event: ChatEvent) => void;
  /** Tells the messages, and then the end, with the text as a person there gets it; gives that text. */
  end(): Promise<string>;
}

export function openMessageTurn({
  language,
  onEvent,
  onMessage,
}: {
  readonly language: Language;
  readonly onEvent: (event: ChatEvent) => void;
  readonly onMessage: (message: ChatMessage) => void;
}): MessageTurn {
  const files = new Map<string, ReplyFile>();
  let finished: TurnFinished | undefined;
  return {
    onEvent(event) {
      if (event.type === 'turn-finished') {
        finished = event;
        return;
      }
      if (event.type === 'artifact') files.set(event.url, replyFile(event));
      onEvent(event);
    },
    async end() {
      const reply = { text: finished?.text ?? '', files: [...files.values()], language };
      const { text, messages } = await encodeReply(reply, TEXT_CAPS);
      for (const message of messages) onMessage(asChatMessage(message));
      if (finished !== undefined) onEvent({ ...finished, text });
      return text;
    },
  };
}

function replyFile({ name, media, bytes, url }: ChatEvent & { type: 'artifact' }): ReplyFile {
  const kind = media === 'image' || media === 'video' || media === 'audio' ? media : 'file';
  return { name, kind, bytes, url, path: name };
}

function asChatMessage(body: MessageBody): ChatMessage {
  const files = body.kind === 'text' ? [] : body.files;
  return {
    type: 'message',
    kind: body.kind,
    text: body.kind === 'text' ? body.text : '',
    files: files.map(({ name, bytes, url }) => ({ name, bytes, url })),
    is_perhaps_duplicate: false,
  };
}
