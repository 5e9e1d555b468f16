// Answers that are sent to channels, as the API offers them: those of a person's own conversations.

import type { DeliveryService } from '#api/services.ts';
import type { ChannelMessageBody, DeliveryBody } from '#contract/api/delivery-bodies.ts';
import type { Delivery, TextMessage } from '#features/channels/index.ts';
import type { Platform } from '../compose-platform.ts';
import { ownSession } from './own-session.ts';

const PAGE = 100;

export function createDeliveryService(platform: Platform): DeliveryService {
  const { deliveries, textMessages } = platform.channels;
  return {
    async resend(caller, { sessionId, deliveryId }, { client_key: clientKey }) {
      await ownSession(platform, caller, sessionId);
      const place = { orgId: caller.orgId, sessionId, deliveryId };
      return deliveryBody(await deliveries.resend(place, clientKey));
    },
    async messages(caller, sessionId, { after = 0, limit = PAGE }) {
      await ownSession(platform, caller, sessionId);
      const found = await textMessages.list(caller.orgId, sessionId, { after, limit });
      return found.map(messageBody);
    },
  };
}

export function deliveryBody({ id, channel, target, state, parts }: Delivery): DeliveryBody {
  return {
    id,
    channel,
    target,
    state,
    parts: parts.map((part) => ({
      index: part.index,
      kind: part.kind,
      state: part.state,
      attempts: part.attempts,
      error: part.error,
      is_perhaps_duplicate: part.isPerhapsDuplicate,
      sent_at: part.sentAt?.toISOString() ?? null,
    })),
  };
}

function messageBody({
  number,
  body,
  isPerhapsDuplicate,
  createdAt,
}: TextMessage): ChannelMessageBody {
  const files = body.kind === 'text' ? [] : body.files;
  return {
    number,
    kind: body.kind,
    text: body.kind === 'text' ? body.text : '',
    files: files.map(({ name, bytes, url }) => ({ name, bytes, url })),
    is_perhaps_duplicate: isPerhapsDuplicate,
    created_at: createdAt.toISOString(),
  };
}
