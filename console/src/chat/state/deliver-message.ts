// Brings a message to the server: under its key it may be sent as often as need be, and is there once.

import type { Language } from '#base/text.ts';
import type { ApiClient } from '#client/api-client.ts';
import type { AcceptedBody } from '#contract/api/session-routes.ts';
import { isPassing } from '../../api/is-passing.ts';
import type { OutgoingMessage } from './outgoing.ts';

/** Before each further try. */
const RETRY_MS = [700, 1500, 3000] as const;

export interface Delivery {
  readonly server: ApiClient;
  readonly sessionId: string;
  readonly message: OutgoingMessage;
  readonly language: Language;
}

/** Throws what the server said, or that it was not there for a while. */
export async function deliverMessage(delivery: Delivery): Promise<AcceptedBody> {
  for (const waitMs of RETRY_MS) {
    try {
      return await send(delivery);
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
  }
  return send(delivery);
}

function send({ server, sessionId, message, language }: Delivery): Promise<AcceptedBody> {
  const { key, kind, replaces, attachments } = message;
  const text = storable(message.text);
  const params = { session_id: sessionId, turn_id: replaces ?? '' };
  switch (kind) {
    case 'edit':
      return server.call('turns.edit', {
        params,
        body: { text, client_key: key, attachments: attachments.map(({ id }) => id) },
      });
    case 'regenerate':
      return server.call('turns.regenerate', { params, body: { client_key: key } });
    default:
      return server.call('turns.create', {
        params: { session_id: sessionId },
        body: {
          text,
          language,
          client_key: key,
          ...(attachments.length > 0 && { attachments: attachments.map(({ id }) => id) }),
        },
      });
  }
}

/** Without what no server stores and nobody sees, as it comes along when something is pasted: NUL, and half a character. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
