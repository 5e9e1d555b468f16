// The lines of `qiao chat --json`: what happens in a turn, as it happens.

import * as z from 'zod';
import { turnAttachmentSchema } from './api/attachment-bodies.ts';
import { jsonObjectSchema } from './json-object.ts';
import { runStatusSchema } from './run-status.ts';

const TURN_END_REASONS = [
  'answered',
  'rounds',
  'failures',
  'time',
  'stopped',
  'model-failed',
  'interrupted',
  'refused',
] as const;
/**
 * Why a turn ended: with an answer, at a limit (GRD-02, CLK-02), by the user, by the model's failure, with its
 * server, or before it began: a limit was used up, or the role answers nobody.
 */
export type TurnEndReason = (typeof TURN_END_REASONS)[number];

/** How a background run ends. */
const BACKGROUND_ENDS = ['done', 'failed', 'cancelled'] as const;

export const chatEventSchema = z.discriminatedUnion('type', [
  /** Only in a session's stream: somebody's message was accepted, and is answered when its turn comes. */
  z.object({
    type: z.literal('turn-queued'),
    text: z.string(),
    /** The files that go with it. */
    attachments: z.array(turnAttachmentSchema).optional(),
  }),
  /** Only in a session's stream: the platform says something by itself. Its `turn-finished` is right behind it. */
  z.object({ type: z.literal('turn-pushed') }),
  z.object({ type: z.literal('turn-started') }),
  z.object({ type: z.literal('text-delta'), text: z.string() }),
  z.object({
    type: z.literal('tool-started'),
    id: z.string(),
    tool: z.string(),
    arguments: jsonObjectSchema,
  }),
  z.object({
    type: z.literal('tool-progress'),
    id: z.string(),
    /** From 0 to 1; null where the skill can't tell. */
    fraction: z.number().nullable(),
    text: z.string(),
  }),
  z.object({
    type: z.literal('tool-finished'),
    id: z.string(),
    tool: z.string(),
    status: runStatusSchema,
    result: jsonObjectSchema,
    duration_ms: z.number(),
  }),
  /** The call was not run: refused by the guard, unknown, or with arguments that can't be read. */
  z.object({
    type: z.literal('tool-refused'),
    id: z.string(),
    tool: z.string(),
    reason: z.string(),
  }),
  z.object({ type: z.literal('display'), markdown: z.string(), only: z.boolean() }),
  z.object({
    type: z.literal('artifact'),
    /** From a server: of `GET /api/artifacts/:id`. */
    id: z.string().optional(),
    name: z.string(),
    media: z.string(),
    /** By its content, where that tells; else by its name. */
    media_type: z.string().optional(),
    bytes: z.number(),
    /**
     * From a server: `workspace:` and the file's path in the conversation's workspace, percent-encoded
     * (`workspace:reports/a%20b.png`). From a conversation without a server: a `file:` URL of this machine.
     */
    url: z.string(),
  }),
  /** A call of the turn goes on in the background, also after the turn has ended (ASY-02); `call` is its id. */
  z.object({
    type: z.literal('background-started'),
    id: z.string(),
    call: z.string(),
    skill: z.string(),
  }),
  z.object({
    type: z.literal('background-progress'),
    id: z.string(),
    call: z.string(),
    /** From 0 to 1; null where the skill can't tell. */
    fraction: z.number().nullable(),
    text: z.string(),
  }),
  /** Its result has taken the place of the call's; where it is pushed, that is a turn of its own. */
  z.object({
    type: z.literal('background-ended'),
    id: z.string(),
    call: z.string(),
    skill: z.string(),
    state: z.enum(BACKGROUND_ENDS),
    /** Why it failed or was cancelled; blank where it is done. */
    reason: z.string(),
  }),
  z.object({
    type: z.literal('turn-finished'),
    /** The reply as a person on that channel gets it. */
    text: z.string(),
    reason: z.enum(TURN_END_REASONS),
    rounds: z.number().int(),
    /** Counted failures (GRD-05). */
    failures: z.number().int(),
    /** Names of the tools that were banned in this turn. */
    banned: z.array(z.string()),
    /** Files that a skill made or named and that did not arrive; the reply tells them too. */
    undelivered: z.array(z.object({ name: z.string(), reason: z.string() })).optional(),
  }),
  /**
   * Behind `turn-finished`, on channels that answers are sent to: what became of one message of the answer. `unknown`:
   * nobody said whether it arrived, and it is not sent again by itself. `queued`: a person wants it sent once more.
   */
  z.object({
    type: z.literal('delivery'),
    delivery: z.string(),
    channel: z.string(),
    /** Which one, from 0, of how many. */
    part: z.number().int(),
    parts: z.number().int(),
    state: z.enum(['queued', 'sent', 'failed', 'unknown']),
    /** Why it was not sent. */
    reason: z.string().optional(),
    /** It was sent once more while an earlier try may have arrived. */
    is_perhaps_duplicate: z.boolean().optional(),
  }),
]);
export type ChatEvent = z.infer<typeof chatEventSchema>;

/** A line of `qiao chat --json` on a channel of messages, before `turn-finished`: one message as whoever is there gets it. */
export const chatMessageSchema = z.object({
  type: z.literal('message'),
  kind: z.enum(['text', 'image', 'video', 'audio', 'file']),
  /** Blank where it holds files. */
  text: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), url: z.string() })),
  is_perhaps_duplicate: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;
