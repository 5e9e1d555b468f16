// Routes: one's own tokens, for programs and the command line.

import * as z from 'zod';
import { idSchema, momentSchema, nameSchema, noFields, pageOf, pageQuery } from './fields.ts';
import { defineRoute, TOKEN_SCOPES } from './route.ts';

const tokenSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  person_id: idSchema,
  is_revoked: z.boolean(),
  created_at: momentSchema,
  expires_at: momentSchema.nullable().meta({ description: 'Null: never.' }),
  last_used_at: momentSchema.nullable(),
});

export const tokenRoutes = {
  'tokens.list': defineRoute({
    method: 'GET',
    path: '/api/tokens',
    access: 'member',
    scopes: ['admin'],
    params: noFields,
    query: pageQuery,
    body: null,
    answer: pageOf(tokenSchema),
    status: 200,
    summary: { zh: '自己的访问令牌', en: "One's own tokens" },
  }),
  'tokens.create': defineRoute({
    method: 'POST',
    path: '/api/tokens',
    access: 'member',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      name: nameSchema,
      scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(3),
      expires_in_days: z
        .number()
        .int()
        .min(1)
        .max(3650)
        .optional()
        .meta({ description: 'Without it the token holds until it is revoked.' }),
    }),
    answer: z.strictObject({
      token: tokenSchema,
      secret: z.string().meta({ description: 'Shown once: qiao_….' }),
    }),
    status: 201,
    summary: { zh: '创建访问令牌', en: 'Make a token' },
  }),
  'tokens.revoke': defineRoute({
    method: 'DELETE',
    path: '/api/tokens/:token_id',
    access: 'member',
    scopes: ['admin'],
    params: z.strictObject({ token_id: idSchema }),
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '吊销访问令牌', en: 'Revoke a token' },
  }),
} as const;
