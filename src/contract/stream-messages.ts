// What goes over `/ws`, and as `data:` of a session's event stream.

import * as z from 'zod';
import { chatEventSchema } from './chat-events.ts';

/** A point in a session's stream: 0 is before its first event. */
const seqSchema = z.number().int().nonnegative();
/** An id: the database is asked for nothing else, a NUL say. */
const sessionSchema = z.string().regex(/^[\w-]{1,128}$/);

/** What a program may send. */
export const clientStreamMessageSchema = z.discriminatedUnion('type', [
  /** The events after `after`, then new ones as they happen. Again for the same session: from there anew. */
  z.strictObject({
    type: z.literal('subscribe'),
    session: sessionSchema,
    after: seqSchema.default(0),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), session: sessionSchema }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientStreamMessage = z.infer<typeof clientStreamMessageSchema>;

export const serverStreamMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('event'),
    session: z.string(),
    /** Where to resume: give it as `after`. */
    seq: seqSchema,
    turn: z.string(),
    event: chatEventSchema,
  }),
  /** Before the first event: `seq` is where the stream ends just now, so one has caught up when one is there. */
  z.object({ type: z.literal('subscribed'), session: z.string(), seq: seqSchema }),
  z.object({ type: z.literal('unsubscribed'), session: z.string() }),
  z.object({ type: z.literal('pong') }),
  /** With `session` where it is about one: that subscription is over. */
  z.object({
    type: z.literal('error'),
    session: z.string().optional(),
    code: z.string(),
    message: z.string(),
  }),
]);
export type ServerStreamMessage = z.infer<typeof serverStreamMessageSchema>;
