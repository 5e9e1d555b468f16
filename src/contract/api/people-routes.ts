// Routes: the org, its people, and invitations to it.

import * as z from 'zod';
import { fieldForm } from '../texts/field-texts.ts';
import {
  idSchema,
  languageSchema,
  momentSchema,
  nameSchema,
  noFields,
  pageOf,
  pageQuery,
  searchQuery,
} from './fields.ts';
import { defineRoute } from './route.ts';
import { teamRoleSchema } from './team-routes.ts';

export const positionSchema = z.enum(['owner', 'admin', 'member']);

export const MOST_LOGIN_CHARS = 100;

/** What people type to sign in: letters, digits and `._@+-`. */
export const loginSchema = z
  .string()
  .trim()
  .min(2)
  .max(MOST_LOGIN_CHARS)
  .regex(/^[\p{L}\p{N}._@+-]+$/u, fieldForm('login'));

export const MOST_NOTE_CHARS = 200;

const orgSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  retention_days: z.number().int().nullable().meta({
    description: 'Days after its last message that a conversation is kept; null: for ever.',
  }),
  created_at: momentSchema,
});

export const personSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  login: z.string(),
  position: positionSchema,
  language: languageSchema,
  is_disabled: z.boolean(),
  has_password: z.boolean(),
  created_at: momentSchema,
});
export type PersonBody = z.infer<typeof personSchema>;

const linkSchema = z.strictObject({
  url: z.string().meta({ description: 'Shown once.' }),
  expires_at: momentSchema,
});

const invitationSchema = z.strictObject({
  id: idSchema,
  position: positionSchema,
  team_id: idSchema.nullable(),
  team_role: teamRoleSchema.nullable(),
  note: z.string().meta({ description: 'For whom it is.' }),
  status: z.enum(['open', 'accepted', 'revoked', 'expired']),
  invited_by: idSchema.nullable(),
  accepted_by: idSchema.nullable(),
  created_at: momentSchema,
  expires_at: momentSchema,
});

const personParams = z.strictObject({ person_id: idSchema });

export const peopleRoutes = {
  'org.get': defineRoute({
    method: 'GET',
    path: '/api/org',
    access: 'member',
    scopes: ['read'],
    params: noFields,
    query: noFields,
    body: null,
    answer: orgSchema,
    status: 200,
    summary: { zh: '自己的组织', en: "One's org" },
  }),
  'org.update': defineRoute({
    method: 'PATCH',
    path: '/api/org',
    access: 'owner',
    scopes: ['admin'],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      name: nameSchema.optional(),
      retention_days: z.number().int().min(1).max(36_500).nullable().optional(),
    }),
    answer: orgSchema,
    status: 200,
    summary: {
      zh: '修改组织名称或会话保留期限',
      en: "Change the org's name or how long it keeps conversations",
    },
  }),
  'people.list': defineRoute({
    method: 'GET',
    path: '/api/people',
    access: 'admin',
    scopes: ['read'],
    params: noFields,
    query: searchQuery,
    body: null,
    answer: pageOf(personSchema),
    status: 200,
    summary: { zh: '组织里的人', en: 'The people of the org' },
  }),
  'people.get': defineRoute({
    method: 'GET',
    path: '/api/people/:person_id',
    access: 'member',
    scopes: ['read'],
    params: personParams,
    query: noFields,
    body: null,
    answer: personSchema,
    status: 200,
    summary: { zh: '一个人', en: 'One person' },
  }),
  'people.update': defineRoute({
    method: 'PATCH',
    path: '/api/people/:person_id',
    access: 'admin',
    scopes: ['admin'],
    params: personParams,
    query: noFields,
    body: z.strictObject({
      name: nameSchema.optional(),
      login: loginSchema.optional(),
      language: languageSchema.optional(),
      position: positionSchema.optional(),
      is_disabled: z.boolean().optional().meta({
        description:
          "True ends the person's sign-ins; their tokens stop working until they are enabled again.",
      }),
    }),
    answer: personSchema,
    status: 200,
    summary: {
      zh: '修改一个人的名字、账号、身份，或停用',
      en: "Change a person's name, login or position, or disable them",
    },
  }),
  'people.remove': defineRoute({
    method: 'DELETE',
    path: '/api/people/:person_id',
    access: 'admin',
    scopes: ['admin'],
    params: personParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '删除一个人', en: 'Remove a person' },
  }),
  'people.link': defineRoute({
    method: 'POST',
    path: '/api/people/:person_id/link',
    access: 'admin',
    scopes: [],
    params: personParams,
    query: noFields,
    body: null,
    answer: linkSchema,
    status: 201,
    summary: { zh: '为某人生成一次性登录链接', en: 'Make a single-use sign-in link for a person' },
  }),
  'invitations.list': defineRoute({
    method: 'GET',
    path: '/api/invitations',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: pageQuery,
    body: null,
    answer: pageOf(invitationSchema),
    status: 200,
    summary: { zh: '邀请列表', en: 'Invitations' },
  }),
  'invitations.create': defineRoute({
    method: 'POST',
    path: '/api/invitations',
    access: 'admin',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      position: positionSchema,
      team_id: idSchema.optional(),
      team_role: teamRoleSchema
        .optional()
        .meta({ description: 'Only with a team; member without it.' }),
      note: z.string().max(MOST_NOTE_CHARS).optional(),
    }),
    answer: z.strictObject({ invitation: invitationSchema, link: linkSchema }),
    status: 201,
    summary: { zh: '邀请一个人加入组织', en: 'Invite somebody to the org' },
  }),
  'invitations.revoke': defineRoute({
    method: 'DELETE',
    path: '/api/invitations/:invitation_id',
    access: 'admin',
    scopes: ['admin'],
    params: z.strictObject({ invitation_id: idSchema }),
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '撤回邀请', en: 'Revoke an invitation' },
  }),
} as const;
