// Messages on their way to the server: shown at once, kept until it has them.

import type { Text } from '#base/text.ts';
import type { TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';
import { newKey } from '../../api/new-key.ts';

export interface OutgoingMessage {
  /** The `client_key`: sent again under the same one, it is the same message. */
  readonly key: string;
  readonly text: string;
  readonly kind: 'say' | 'edit' | 'regenerate';
  /** The turn that it takes the place of, with all after it. */
  readonly replaces: string | undefined;
  /** The files that go with it, or that went with what it takes the place of. */
  readonly attachments: readonly TurnAttachmentBody[];
  /** The conversation's last turn when it was written. */
  readonly after: string | undefined;
  /** waiting: the server was not there; it goes by itself when it is there again. */
  readonly status: 'sending' | 'waiting' | 'failed';
  /** Why it was not sent, and what to do. */
  readonly failure: Text | undefined;
}

export interface NewMessage {
  readonly text: string;
  readonly kind: OutgoingMessage['kind'];
  readonly replaces?: string | undefined;
  readonly attachments?: readonly TurnAttachmentBody[];
}

/** `after`: the conversation's last turn. */
export function outgoingOf(message: NewMessage, after: string | undefined): OutgoingMessage {
  const { text, kind, replaces, attachments = [] } = message;
  return {
    key: newKey(),
    text,
    kind,
    replaces,
    attachments,
    after,
    status: 'sending',
    failure: undefined,
  };
}
