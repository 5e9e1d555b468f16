// What became of answers that are sent to channels, and the messages of the local text channel, as programs see them.

import * as z from 'zod';
import { fileKindSchema } from './attachment-bodies.ts';
import { idSchema, momentSchema } from './fields.ts';

const deliveryStateSchema = z
  .enum(['made', 'queued', 'sending', 'sent', 'failed', 'unknown'])
  .meta({
    description:
      'made: never tried. queued: waits for another try. unknown: nobody said whether it arrived; it is not sent again by itself.',
  });

const messageKindSchema = z.enum(['text', ...fileKindSchema.options]);

const deliveryPartSchema = z.strictObject({
  index: z.number().int().nonnegative(),
  kind: messageKindSchema,
  state: deliveryStateSchema,
  attempts: z.number().int().nonnegative(),
  error: z
    .string()
    .nullable()
    .meta({ description: "Why it was not sent, or not at once; in the turn's language." }),
  is_perhaps_duplicate: z.boolean().meta({
    description: 'It was sent once more while an earlier try may have arrived.',
  }),
  sent_at: momentSchema.nullable(),
});

/** One answer on its way to one channel. */
export const deliverySchema = z.strictObject({
  id: idSchema,
  channel: z.string(),
  target: z.string().meta({ description: "Who gets it, by the channel's own name." }),
  state: deliveryStateSchema,
  parts: z.array(deliveryPartSchema).meta({ description: 'Its messages, in their order.' }),
});
export type DeliveryBody = z.infer<typeof deliverySchema>;

const messageFileSchema = z.strictObject({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  url: z.string(),
});

/** A message as a person on the local text channel gets it. */
export const channelMessageSchema = z.strictObject({
  number: z
    .number()
    .int()
    .positive()
    .meta({ description: 'Grows within the conversation; give the last one as `after`.' }),
  kind: messageKindSchema,
  text: z.string().meta({ description: 'Blank where it holds files.' }),
  files: z.array(messageFileSchema),
  is_perhaps_duplicate: z.boolean(),
  created_at: momentSchema,
});
export type ChannelMessageBody = z.infer<typeof channelMessageSchema>;
