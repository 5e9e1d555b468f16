// Routes: an answer sent once more, and what the local text channel was sent.

import * as z from 'zod';
import { channelMessageSchema, deliverySchema } from './delivery-bodies.ts';
import { clientKeySchema, idSchema, noFields, queryNumber } from './fields.ts';
import { defineRoute } from './route.ts';

const MOST_MESSAGES = 200;

export const deliveryRoutes = {
  'deliveries.resend': defineRoute({
    method: 'POST',
    path: '/api/sessions/:session_id/deliveries/:delivery_id/resend',
    access: 'member',
    scopes: ['chat'],
    params: z.strictObject({ session_id: idSchema, delivery_id: idSchema }),
    query: noFields,
    body: z.strictObject({ client_key: clientKeySchema }),
    answer: deliverySchema,
    status: 202,
    rateLimit: { per: 'caller', most: 60, windowSec: 60 },
    summary: {
      zh: '把没有送达的消息再发一次；不知是否送达的会标明可能重复',
      en: 'Send again what failed or is unknown; the latter says that it may be a duplicate',
    },
  }),
  'messages.list': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/messages',
    access: 'member',
    scopes: ['read', 'chat'],
    params: z.strictObject({ session_id: idSchema }),
    query: z.strictObject({
      after: queryNumber(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'Messages with a higher number; without it, from the first.' }),
      limit: queryNumber(1, MOST_MESSAGES).optional(),
    }),
    body: null,
    answer: z.strictObject({ items: z.array(channelMessageSchema) }),
    status: 200,
    summary: {
      zh: '本地文本通道收到的消息，按先后顺序',
      en: 'What the local text channel was sent, the oldest first',
    },
  }),
} as const;
