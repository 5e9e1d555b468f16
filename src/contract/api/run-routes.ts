// Routes: the record of what ran.

import * as z from 'zod';
import { decisionSchema } from '../decision.ts';
import { jsonObjectSchema } from '../json-object.ts';
import { runStatusSchema } from '../run-status.ts';
import { idSchema, momentSchema, noFields, pageFields, pageOf } from './fields.ts';
import { defineRoute } from './route.ts';

const runFields = {
  id: idSchema,
  skill: z.string(),
  version: z.string(),
  role_id: z.string(),
  session_id: z.string(),
  turn_id: z.string().nullable(),
  call_id: z.string().nullable().meta({
    description: 'The call of that turn; runs of skills that it called have it too.',
  }),
  called_by: z.string().nullable().meta({ description: 'The skill that called this one.' }),
  status: runStatusSchema,
  attempts: z.number().int(),
  started_at: momentSchema,
  duration_ms: z.number(),
} as const;

const runSummarySchema = z.strictObject(runFields);
export type RunSummaryBody = z.infer<typeof runSummarySchema>;

const runSchema = z.strictObject({
  ...runFields,
  /** What each stage decided, and why. */
  decisions: z.array(decisionSchema),
  /** The normalised envelope, secrets masked. */
  output: jsonObjectSchema,
  log: z.string(),
});
export type RunBody = z.infer<typeof runSchema>;

const runsQuery = z.strictObject({
  ...pageFields,
  role_id: idSchema.optional(),
  session_id: idSchema.optional(),
  turn_id: idSchema.optional(),
  skill: z.string().min(1).max(100).optional(),
  status: runStatusSchema.optional(),
});
export type RunsQuery = z.infer<typeof runsQuery>;

export const runRoutes = {
  'runs.list': defineRoute({
    method: 'GET',
    path: '/api/runs',
    access: 'member',
    scopes: ['read'],
    params: noFields,
    query: runsQuery,
    body: null,
    answer: pageOf(runSummarySchema),
    status: 200,
    summary: {
      zh: '运行记录；成员只看得到自己会话里的',
      en: "What ran; members see their own conversations'",
    },
  }),
  'runs.get': defineRoute({
    method: 'GET',
    path: '/api/runs/:run_id',
    access: 'member',
    scopes: ['read'],
    params: z.strictObject({ run_id: idSchema }),
    query: noFields,
    body: null,
    answer: runSchema,
    status: 200,
    summary: { zh: '一次运行和它的每个决定', en: 'One run and each decision in it' },
  }),
} as const;
