// Routes: what models were used for, what that cost, and limits to it.

import * as z from 'zod';
import { fieldForm } from '../texts/field-texts.ts';
import { idSchema, noFields } from './fields.ts';
import { defineRoute } from './route.ts';

/** The calendar has no year 0. */
const daySchema = z.iso.date().refine((day) => day >= '0001-01-01');

const usageQuery = z.strictObject({
  from: daySchema.meta({ description: 'The first day, in UTC. It counts, and so does the last.' }),
  to: daySchema.meta({ description: 'The last day, in UTC.' }),
  by: z.enum(['role', 'person', 'model', 'day']),
});
export type UsageQueryBody = z.infer<typeof usageQuery>;

/** US dollars as exact decimal digits. */
const moneySchema = z.string().regex(/^\d{1,12}(\.\d{1,12})?$/, fieldForm('money'));

const usageLineSchema = z.strictObject({
  key: z.string().meta({ description: "The role's or person's id, the model's name, or the day." }),
  requests: z.number().int(),
  input_tokens: z.number().int(),
  cached_input_tokens: z.number().int().meta({ description: 'Of the input tokens.' }),
  output_tokens: z.number().int(),
  cost: z.string().nullable().meta({ description: 'Null where no request had a known price.' }),
  unpriced_requests: z
    .number()
    .int()
    .meta({ description: 'Requests to models without a known price: they are not in cost.' }),
});
export type UsageLineBody = z.infer<typeof usageLineSchema>;

/** The whole org's without either, a person's in one role with both. */
const limitScope = z.strictObject({
  role_id: idSchema.optional(),
  person_id: idSchema.optional(),
});
export type LimitScopeBody = z.infer<typeof limitScope>;

const limitAmountsSchema = z.strictObject({
  tokens_per_day: z.number().int().min(1).optional().meta({ description: 'In a day of UTC.' }),
  cost_per_month: moneySchema.optional().meta({ description: 'In a month of UTC.' }),
});
export type LimitAmountsBody = z.infer<typeof limitAmountsSchema>;

const limitSchema = z.strictObject({
  role_id: idSchema.nullable(),
  person_id: idSchema.nullable(),
  tokens_per_day: z.number().int().nullable(),
  cost_per_month: z.string().nullable(),
  tokens_today: z.number().int(),
  cost_this_month: z.string(),
});
export type LimitBody = z.infer<typeof limitSchema>;

export const usageRoutes = {
  'usage.report': defineRoute({
    method: 'GET',
    path: '/api/usage',
    access: 'admin',
    scopes: ['read'],
    params: noFields,
    query: usageQuery,
    body: null,
    answer: z.strictObject({ items: z.array(usageLineSchema) }),
    status: 200,
    summary: { zh: '用量和费用', en: 'Usage and cost' },
  }),
  'usage.limits': defineRoute({
    method: 'GET',
    path: '/api/usage/limits',
    access: 'admin',
    scopes: ['read'],
    params: noFields,
    query: noFields,
    body: null,
    answer: z.strictObject({ items: z.array(limitSchema) }),
    status: 200,
    summary: { zh: '用量上限', en: 'Limits of usage' },
  }),
  'usage.set-limit': defineRoute({
    method: 'PUT',
    path: '/api/usage/limits',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: limitScope,
    body: limitAmountsSchema,
    answer: null,
    status: 204,
    summary: {
      zh: '设置用量上限；两项都不填则取消',
      en: 'Set a limit; without an amount it is lifted',
    },
  }),
} as const;
