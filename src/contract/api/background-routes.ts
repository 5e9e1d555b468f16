// Routes: what goes on in the background of a conversation.

import * as z from 'zod';
import { idSchema, momentSchema, noFields, pageFields, pageOf } from './fields.ts';
import { defineRoute } from './route.ts';
import { backgroundFields } from './turn-bodies.ts';

const backgroundRunSchema = z.strictObject({
  ...backgroundFields,
  session_id: idSchema,
  turn_id: idSchema,
  call_id: z.string().meta({ description: 'The call of that turn whose result it is.' }),
  skill: z.string(),
  created_at: momentSchema,
  started_at: momentSchema.nullable(),
  ended_at: momentSchema.nullable(),
});
export type BackgroundRunBody = z.infer<typeof backgroundRunSchema>;

const sessionParams = z.strictObject({ session_id: idSchema });

export const backgroundRoutes = {
  'background.list': defineRoute({
    method: 'GET',
    path: '/api/sessions/:session_id/background',
    access: 'member',
    scopes: ['read', 'chat'],
    params: sessionParams,
    query: z.strictObject(pageFields),
    body: null,
    answer: pageOf(backgroundRunSchema),
    status: 200,
    summary: {
      zh: '会话的后台任务：进行中的在前，然后是最近结束的',
      en: 'The background runs of a conversation: those under way first, then the latest',
    },
  }),
  'background.cancel': defineRoute({
    method: 'POST',
    path: '/api/sessions/:session_id/background/:background_id/cancel',
    access: 'member',
    scopes: ['chat'],
    params: z.strictObject({ session_id: idSchema, background_id: idSchema }),
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: {
      zh: '取消一个后台任务；已经结束的不受影响',
      en: 'Cancel a background run; one that is over stays',
    },
  }),
} as const;
