// A turn as programs see it.

import * as z from 'zod';
import { jsonObjectSchema } from '../json-object.ts';
import { fileKindSchema, turnAttachmentSchema } from './attachment-bodies.ts';
import { deliverySchema } from './delivery-bodies.ts';
import { idSchema, momentSchema } from './fields.ts';

export const MOST_TEXT_CHARS = 200_000;

const turnArtifactSchema = z.strictObject({
  /** Of `GET /api/artifacts/:id`. */
  id: idSchema,
  name: z.string(),
  media: fileKindSchema,
  /** By its content, where that tells; else by its name. Blank for one that failed. */
  media_type: z.string(),
  bytes: z.number().int().nonnegative(),
  url: z.string().meta({
    description:
      "`workspace:` and the file's path in the conversation's workspace, percent-encoded; `…/files/<path>` gives what lies there now. Blank for one that failed.",
  }),
  state: z.enum(['kept', 'failed']).meta({ description: 'failed: it did not arrive.' }),
  /** Why it failed, for the person; null for one that is there. */
  reason: z.string().nullable(),
});

/** What is told of a run in the background, with its call and by itself. */
export const backgroundFields = {
  id: idSchema,
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  fraction: z
    .number()
    .nullable()
    .meta({ description: 'From 0 to 1; null where the skill does not tell.' }),
  text: z.string().meta({ description: "The skill's last word on its progress." }),
  reason: z.string().meta({ description: 'Why it failed or was cancelled; else blank.' }),
  is_cancelling: z.boolean().meta({ description: 'It was cancelled, and still runs.' }),
} as const;
const callBackgroundSchema = z.strictObject(backgroundFields);
export type CallBackgroundBody = z.infer<typeof callBackgroundSchema>;

const turnCallSchema = z.strictObject({
  id: z.string(),
  /** The skill, or what the model called it where there is none. */
  tool: z.string(),
  said: z.string().meta({
    description: 'What the role said before it; blank for all but the first of calls made at once.',
  }),
  arguments: jsonObjectSchema,
  state: z
    .enum(['open', 'running', 'done', 'partial', 'failed', 'refused', 'aborted'])
    .meta({ description: 'partial: not all of what was asked. aborted: it may have run.' }),
  /** What the model was given; null while there is none. */
  result: z.json().nullable(),
  background: callBackgroundSchema.nullable().meta({
    description:
      'Where it goes on after the turn, or did: then result is a placeholder until the run has ended.',
  }),
  duration_ms: z.number().nullable(),
});

export const turnSchema = z.strictObject({
  id: idSchema,
  session_id: idSchema,
  origin: z.enum(['person', 'push', 'command']).meta({
    description:
      'person: somebody said something. push: the platform said something by itself, and text is blank. command: the platform answered a person itself, without a model.',
  }),
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
  artifacts: z.array(turnArtifactSchema).meta({ description: 'Files that skills made in it.' }),
  rounds: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Model–tool rounds; null until it has ended.' }),
  failures: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Counted failures; null until it has ended.' }),
  banned: z.array(z.string()).meta({ description: 'Skills that were banned in it.' }),
  deliveries: z.array(deliverySchema).meta({
    description: 'What became of the reply on channels that it is sent to; empty on the page.',
  }),
  /** An edited or regenerated turn took its place. */
  is_superseded: z.boolean(),
  created_at: momentSchema,
  ended_at: momentSchema.nullable(),
});
export type TurnBody = z.infer<typeof turnSchema>;
