// Routes: conversations, their turns, and what happens in them as it happens.

import * as z from 'zod';
import { KEPT_CHANNELS } from '../kept-channels.ts';
import { serverStreamMessageSchema } from '../stream-messages.ts';
import { turnAttachmentIdsSchema } from './attachment-bodies.ts';
import {
  clientKeySchema,
  idSchema,
  languageSchema,
  momentSchema,
  nameSchema,
  noFields,
  pageFields,
  pageOf,
  queryNumber,
} from './fields.ts';
import { defineRoute } from './route.ts';
import { MOST_TEXT_CHARS, turnSchema } from './turn-bodies.ts';

const sessionSchema = z.strictObject({
  id: idSchema,
  role_id: idSchema,
  title: z.string(),
  channel: z.string(),
  is_busy: z.boolean().meta({ description: 'Whether a turn runs or waits.' }),
  created_at: momentSchema,
  active_at: momentSchema.meta({ description: 'When something was last said in it.' }),
});
export type SessionBody = z.infer<typeof sessionSchema>;

const acceptedSchema = z.strictObject({
  turn_id: idSchema,
  seq: z.number().int().nonnegative().meta({
    description: "Events with a higher number are this turn's, or later: events?after=<seq>.",
  }),
  state: z.enum(['queued', 'running']).meta({
    description: 'queued: an earlier turn of the conversation still runs; this one follows it.',
  }),
});
export type AcceptedBody = z.infer<typeof acceptedSchema>;

const foundSchema = z.strictObject({
  session: sessionSchema,
  turn_id: idSchema,
  excerpt: z.string().meta({ description: 'The words around what was found.' }),
  author: z.enum(['person', 'role']).meta({ description: 'Who said it.' }),
  created_at: momentSchema,
});
export type FoundBody = z.infer<typeof foundSchema>;

const sessionParams = z.strictObject({ session_id: idSchema });
const turnParams = z.strictObject({ session_id: idSchema, turn_id: idSchema });

const turnLimit = { per: 'caller', most: 120, windowSec: 60 } as const;

const saidTextSchema = z
  .string()
  .max(MOST_TEXT_CHARS)
  .meta({ description: 'May be blank where a file goes with it.' });

function saysSomething(said: {
  readonly text: string;
  readonly attachments?: readonly string[] | undefined;
}): boolean {
  return said.text.trim() !== '' || (said.attachments ?? []).length > 0;
}

export const sessionRoutes = {
  'sessions.list': defineRoute({
    method: 'GET',
    path: '/api/sessions',
    access: 'member',
    scopes: ['read', 'chat'],
    params: noFields,
    query: z.strictObject({
      ...pageFields,
      role_id: idSchema.optional(),
      is_empty: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Whether nothing was ever said in it; all where it is absent.' }),
    }),
    body: null,
    answer: pageOf(sessionSchema),
    status: 200,
    summary: { zh: '自己的会话，最近活跃的在前', en: "One's conversations, the latest first" },
  }),
  'sessions.search': defineRoute({
    method: 'GET',
    path: '/api/search/sessions',
    access: 'member',
    scopes: ['read', 'chat'],
    params: noFields,
    query: z.strictObject({ ...pageFields, q: z.string().trim().min(1).max(200) }),
    body: null,
    answer: pageOf(foundSchema),
    status: 200,
    rateLimit: { per: 'caller', most: 120, windowSec: 60 },
    summary: { zh: '在自己的会话里搜索', en: "Search in one's conversations" },
  }),
  'sessions.create': defineRoute({
    method: 'POST',
    path: '/api/sessions',
    access: 'member',
    scopes: ['chat'],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      role_id: idSchema
        .optional()
        .meta({ description: "The org's first role where it is absent." }),
      title: nameSchema.optional(),
      channel: z.enum(KEPT_CHANNELS).optional().meta({
        description:
          'Where answers go: the page (web), or the local text channel, as messages without Markdown (…/messages). web where it is absent.',
      }),
    }),
    answer: sessionSchema,
    status: 201,
    rateLimit: turnLimit,
    summary: { zh: '开始一个会话', en: 'Start a conversation' },
  }),
  'sessions.get': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id',
    access: 'member',
    scopes: ['read', 'chat'],
    params: sessionParams,
    query: noFields,
    body: null,
    answer: sessionSchema,
    status: 200,
    summary: { zh: '一个会话', en: 'One conversation' },
  }),
  'sessions.rename': defineRoute({
    method: 'PATCH',
    path: '/api/sessions/:session_id',
    access: 'member',
    scopes: ['chat'],
    params: sessionParams,
    query: noFields,
    body: z.strictObject({ title: nameSchema }),
    answer: sessionSchema,
    status: 200,
    summary: { zh: '会话改名', en: 'Rename a conversation' },
  }),
  'sessions.delete': defineRoute({
    method: 'DELETE',
    path: '/api/sessions/:session_id',
    access: 'member',
    scopes: ['chat'],
    params: sessionParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '删除会话', en: 'Delete a conversation' },
  }),
  'sessions.events': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/events',
    access: 'member',
    scopes: ['read', 'chat'],
    params: sessionParams,
    query: z.strictObject({
      after: queryNumber(0, Number.MAX_SAFE_INTEGER).optional().meta({
        description:
          'Events after this number; a Last-Event-ID header counts as one. Without either: from the start.',
      }),
    }),
    body: null,
    answer: serverStreamMessageSchema,
    status: 200,
    isStream: true,
    summary: {
      zh: '会话里正在发生的事（SSE，可续传）',
      en: 'What happens in a conversation (SSE, resumable)',
    },
  }),
  'turns.list': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/turns',
    access: 'member',
    scopes: ['read', 'chat'],
    params: sessionParams,
    query: z.strictObject({
      ...pageFields,
      order: z
        .enum(['newest', 'oldest'])
        .optional()
        .meta({ description: 'The earliest first where it is oldest; else the latest.' }),
    }),
    body: null,
    answer: pageOf(turnSchema).extend({
      follow_from: z.number().int().nonnegative().meta({
        description:
          'events?after=<follow_from> tells of all that these turns do not; what they tell may come again.',
      }),
    }),
    status: 200,
    summary: { zh: '会话里的问与答', en: 'What was said in a conversation' },
  }),
  'turns.create': defineRoute({
    method: 'POST',
    path: '/api/sessions/:session_id/turns',
    access: 'member',
    scopes: ['chat'],
    params: sessionParams,
    query: noFields,
    body: z
      .strictObject({
        text: saidTextSchema,
        language: languageSchema.optional(),
        client_key: clientKeySchema,
        attachments: turnAttachmentIdsSchema
          .optional()
          .meta({ description: "Ids of the conversation's files that go with it." }),
      })
      .refine(saysSomething, { path: ['text'] }),
    answer: acceptedSchema,
    status: 202,
    rateLimit: turnLimit,
    // As long a text as may be said, every character written as an escape.
    mostBodyBytes: 2 * 1024 * 1024,
    summary: { zh: '发送一句话，角色开始回答', en: 'Say something; the role starts to answer' },
  }),
  'turns.get': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/turns/:turn_id',
    access: 'member',
    scopes: ['read', 'chat'],
    params: turnParams,
    query: noFields,
    body: null,
    answer: turnSchema,
    status: 200,
    summary: { zh: '一轮问答', en: 'One turn' },
  }),
  'turns.stop': defineRoute({
    method: 'POST',
    path: '/api/sessions/:session_id/turns/:turn_id/stop',
    access: 'member',
    scopes: ['chat'],
    params: turnParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '停止回答，或撤回排队中的一轮', en: 'Stop a turn, or take a queued one back' },
  }),
  'turns.regenerate': defineRoute({
    method: 'POST',
    path: '/api/sessions/:session_id/turns/:turn_id/regenerate',
    access: 'member',
    scopes: ['chat'],
    params: turnParams,
    query: noFields,
    body: z.strictObject({ client_key: clientKeySchema }),
    answer: acceptedSchema,
    status: 202,
    rateLimit: turnLimit,
    summary: {
      zh: '重新回答；这一轮和之后的内容被替代',
      en: 'Answer again; this turn and what follows it are superseded',
    },
  }),
  'turns.edit': defineRoute({
    method: 'POST',
    path: '/api/sessions/:session_id/turns/:turn_id/edit',
    access: 'member',
    scopes: ['chat'],
    params: turnParams,
    query: noFields,
    body: z
      .strictObject({
        text: saidTextSchema,
        client_key: clientKeySchema,
        attachments: turnAttachmentIdsSchema.optional().meta({
          description:
            'Those of the message that is edited, where it is left out; of these, what was deleted since does not count.',
        }),
      })
      .refine(saysSomething, { path: ['text'] }),
    answer: acceptedSchema,
    status: 202,
    rateLimit: turnLimit,
    summary: {
      zh: '修改并重新发送；这一轮和之后的内容被替代',
      en: 'Edit and resend; this turn and what follows it are superseded',
    },
  }),
} as const;
