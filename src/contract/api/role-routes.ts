// Routes: the roles people talk to.

import * as z from 'zod';
import { fieldForm } from '../texts/field-texts.ts';
import {
  idSchema,
  momentSchema,
  nameSchema,
  noFields,
  pageFields,
  pageOf,
  queryFlag,
} from './fields.ts';
import { defineRoute } from './route.ts';

/** What is absent is the server's. */
const roleLimitsSchema = z.strictObject({
  /** Model steps a turn. */
  max_rounds: z.number().int().min(1).max(1000).optional(),
  /** Seconds a turn, and so each of its calls. */
  wall_sec: z.number().positive().max(604_800).optional(),
  /** Seconds a skill that declares none itself; the server's hard cap holds. */
  skill_wall_sec: z.number().positive().max(604_800).optional(),
  /** Tokens a day, of all its conversations together. */
  daily_tokens: z.number().int().min(1).optional(),
});

const roleFields = {
  name: nameSchema,
  /** The system prompt's words about who this is. */
  persona: z.string().max(100_000),
  /** `openai/<model>`, `anthropic/<model>`, `offline`; null: the server's. */
  model: z
    .string()
    .max(200)
    .regex(/^(offline|(openai|anthropic)\/.+)$/, fieldForm('model'))
    .nullable(),
  /** Names of the skills that may run for it, also where another skill calls them; null: all. */
  skills: z.array(z.string().min(1).max(200)).max(1000).nullable(),
  limits: roleLimitsSchema,
  /** Only this team (and admins) see it; null: everybody of the org. */
  team_id: idSchema.nullable(),
} as const;

const roleSchema = z.strictObject({
  id: idSchema,
  ...roleFields,
  is_archived: z.boolean(),
  created_at: momentSchema,
});

const roleChangeSchema = z
  .strictObject({
    ...roleFields,
    /** An archived role answers nobody; its conversations stay. */
    is_archived: z.boolean(),
  })
  .partial();
export type RoleChangeBody = z.infer<typeof roleChangeSchema>;

const savedRoleSchema = roleSchema.extend({
  /** What was saved as it is but looks like a mistake (a skill that is not installed), in the caller's language. */
  warnings: z.array(z.string()),
});

const roleParams = z.strictObject({ role_id: idSchema });

export const roleRoutes = {
  'roles.list': defineRoute({
    method: 'GET',
    path: '/api/roles',
    access: 'member',
    scopes: ['read', 'chat'],
    params: noFields,
    query: z.strictObject({
      ...pageFields,
      /** With the archived ones too (admins). */
      archived: queryFlag.optional(),
    }),
    body: null,
    answer: pageOf(roleSchema),
    status: 200,
    summary: { zh: '可以对话的角色', en: 'The roles one may talk to' },
  }),
  'roles.get': defineRoute({
    method: 'GET',
    path: '/api/roles/:role_id',
    access: 'member',
    scopes: ['read', 'chat'],
    params: roleParams,
    query: noFields,
    body: null,
    answer: roleSchema,
    status: 200,
    summary: { zh: '一个角色', en: 'One role' },
  }),
  'roles.create': defineRoute({
    method: 'POST',
    path: '/api/roles',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: noFields,
    body: roleChangeSchema.omit({ is_archived: true }).required({ name: true }),
    answer: savedRoleSchema,
    status: 201,
    summary: { zh: '创建角色', en: 'Make a role' },
  }),
  'roles.update': defineRoute({
    method: 'PATCH',
    path: '/api/roles/:role_id',
    access: 'admin',
    scopes: ['admin'],
    params: roleParams,
    query: noFields,
    body: roleChangeSchema,
    answer: savedRoleSchema,
    status: 200,
    summary: { zh: '修改或归档角色', en: 'Change or archive a role' },
  }),
} as const;
