// A file of a conversation as programs see it.

import * as z from 'zod';
import { idSchema, momentSchema } from './fields.ts';

export const fileKindSchema = z.enum(['image', 'video', 'audio', 'file']);

/** As it was when it was sent, also where it was deleted since. */
export const turnAttachmentSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  kind: fileKindSchema,
  /** By its content, where that tells; else by its name. */
  media_type: z.string(),
  bytes: z.number().int().nonnegative(),
});
export type TurnAttachmentBody = z.infer<typeof turnAttachmentSchema>;

export const attachmentSchema = z.strictObject({
  ...turnAttachmentSchema.shape,
  /** In the conversation's workspace; `…/files/<path>` gives it too. */
  path: z.string(),
  /** A skill made it; else it was uploaded. */
  is_made: z.boolean(),
  created_at: momentSchema,
});
export type AttachmentBody = z.infer<typeof attachmentSchema>;

/** Ids, for a message that is said. */
export const MOST_PER_TURN = 20;
export const turnAttachmentIdsSchema = z.array(idSchema).max(MOST_PER_TURN);
