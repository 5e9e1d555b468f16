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

/** Of each limit, the most that a role may have. */
export const MOST_OF_ROLE = { rounds: 1000, seconds: 604_800, storageMb: 100_000_000 } as const;

export const MOST_PERSONA_CHARS = 100_000;
const MOST_ROLE_SKILLS = 1000;
const MOST_MODEL_CHARS = 200;

/** What is absent is the server's. */
const roleLimitsSchema = z.strictObject({
  max_rounds: z
    .number()
    .int()
    .min(1)
    .max(MOST_OF_ROLE.rounds)
    .optional()
    .meta({ description: 'Model steps a turn.' }),
  wall_sec: z
    .number()
    .positive()
    .max(MOST_OF_ROLE.seconds)
    .optional()
    .meta({ description: 'Seconds a turn, and so each of its calls.' }),
  skill_wall_sec: z.number().positive().max(MOST_OF_ROLE.seconds).optional().meta({
    description: "Seconds a skill that declares none itself; the server's hard cap holds.",
  }),
  daily_tokens: z
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Tokens a day, of all its conversations together.' }),
  storage_mb: z.number().int().min(1).max(MOST_OF_ROLE.storageMb).optional().meta({
    description: 'MB of the workspaces and delivered files of all its conversations together.',
  }),
});

const roleFields = {
  name: nameSchema,
  persona: z
    .string()
    .max(MOST_PERSONA_CHARS)
    .meta({ description: "The system prompt's words about who this is." }),
  model: z
    .string()
    .max(MOST_MODEL_CHARS)
    .regex(/^(offline|(openai|anthropic)\/.+)$/, fieldForm('model'))
    .nullable()
    .meta({ description: "openai/<model>, anthropic/<model> or offline; null: the server's." }),
  skills: z.array(z.string().min(1).max(200)).max(MOST_ROLE_SKILLS).nullable().meta({
    description:
      'Names of the skills that may run for it, also where another skill calls them; null: all.',
  }),
  limits: roleLimitsSchema,
  team_id: idSchema
    .nullable()
    .meta({ description: 'Only this team (and admins) see it; null: everybody of the org.' }),
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
    is_archived: z
      .boolean()
      .meta({ description: 'An archived role answers nobody; its conversations stay.' }),
  })
  .partial();
export type RoleChangeBody = z.infer<typeof roleChangeSchema>;

const savedRoleSchema = roleSchema.extend({
  warnings: z.array(z.string()).meta({
    description:
      "What was saved as it is but looks like a mistake (a skill that is not installed), in the caller's language.",
  }),
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
      archived: queryFlag.optional().meta({ description: 'With the archived ones too (admins).' }),
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
