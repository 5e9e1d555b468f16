// A turn as programs see it.

import * as z from 'zod';
import { jsonObjectSchema } from '../json-object.ts';
import { turnAttachmentSchema } from './attachment-bodies.ts';
import { idSchema, momentSchema } from './fields.ts';

export const MOST_TEXT_CHARS = 200_000;

export const turnTextSchema = z
  .string()
  .max(MOST_TEXT_CHARS)
  .refine((text) => text.trim() !== '');

const turnCallSchema = z.strictObject({
  id: z.string(),
  tool: z.string(),
  arguments: jsonObjectSchema,
  /** `aborted`: it may have run. */
  state: z.enum(['open', 'running', 'done', 'failed', 'refused', 'aborted']),
  /** What the model was given; null while there is none. */
  result: z.json().nullable(),
  duration_ms: z.number().nullable(),
});

export const turnSchema = z.strictObject({
  id: idSchema,
  session_id: idSchema,
  /** What the person said. */
  text: z.string(),
  /** The files that went with it. */
  attachments: z.array(turnAttachmentSchema),
  state: z.enum(['queued', 'running', 'done', 'interrupted', 'dropped']),
  /** Why it ended; null while it has not. */
  reason: z.string().nullable(),
  /** The reply as a person on that channel gets it; null while there is none. */
  reply: z.string().nullable(),
  calls: z.array(turnCallSchema),
  /** An edited or regenerated turn took its place. */
  is_superseded: z.boolean(),
  created_at: momentSchema,
  ended_at: momentSchema.nullable(),
});
export type TurnBody = z.infer<typeof turnSchema>;
