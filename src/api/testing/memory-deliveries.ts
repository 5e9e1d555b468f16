// Deliveries that are kept in memory, each of one person's.

import { randomUUID } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { DeliveryService } from '../services.ts';

export interface MemoryDeliveries extends DeliveryService {
  /** One that failed; gives its id. */
  addDelivery(caller: Caller): string;
}

/** `own` throws where the session is not the caller's. */
export function memoryDeliveries(
  own: (caller: Caller, sessionId: string) => unknown,
): MemoryDeliveries {
  const owners = new Map<string, string>();
  return {
    addDelivery({ personId }) {
      const id = randomUUID();
      owners.set(id, personId);
      return id;
    },
    async resend(caller, { sessionId, deliveryId: id }) {
      own(caller, sessionId);
      if (owners.get(id) !== caller.personId)
        throw new AppError('not-found', sameText('There is no such thing.'));
      return { id, channel: 'text', target: sessionId, state: 'queued', parts: [] };
    },
    async messages(caller, sessionId) {
      own(caller, sessionId);
      return [];
    },
  };
}
