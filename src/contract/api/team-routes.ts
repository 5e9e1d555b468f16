// Routes: teams, and who is in them.

import * as z from 'zod';
import { idSchema, momentSchema, nameSchema, noFields, pageOf, pageQuery } from './fields.ts';
import { defineRoute } from './route.ts';

/** What skills read as `team_role` (CTX-06). */
export const teamRoleSchema = z.enum(['owner', 'admin', 'member']);

const teamSchema = z.strictObject({ id: idSchema, name: z.string(), created_at: momentSchema });

const memberSchema = z.strictObject({
  team_id: idSchema,
  person_id: idSchema,
  name: z.string(),
  login: z.string(),
  team_role: teamRoleSchema,
});

const teamParams = z.strictObject({ team_id: idSchema });
const memberParams = z.strictObject({ team_id: idSchema, person_id: idSchema });

export const teamRoutes = {
  'teams.list': defineRoute({
    method: 'GET',
    path: '/api/teams',
    access: 'member',
    scopes: ['read'],
    params: noFields,
    query: pageQuery,
    body: null,
    answer: pageOf(teamSchema),
    status: 200,
    summary: { zh: '团队列表', en: 'Teams' },
  }),
  'teams.get': defineRoute({
    method: 'GET',
    path: '/api/teams/:team_id',
    access: 'member',
    scopes: ['read'],
    params: teamParams,
    query: noFields,
    body: null,
    answer: teamSchema,
    status: 200,
    summary: { zh: '一个团队', en: 'One team' },
  }),
  'teams.create': defineRoute({
    method: 'POST',
    path: '/api/teams',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: noFields,
    body: z.strictObject({ name: nameSchema }),
    answer: teamSchema,
    status: 201,
    summary: { zh: '创建团队', en: 'Make a team' },
  }),
  'teams.update': defineRoute({
    method: 'PATCH',
    path: '/api/teams/:team_id',
    access: 'admin',
    scopes: ['admin'],
    params: teamParams,
    query: noFields,
    body: z.strictObject({ name: nameSchema }),
    answer: teamSchema,
    status: 200,
    summary: { zh: '团队改名', en: 'Rename a team' },
  }),
  'teams.delete': defineRoute({
    method: 'DELETE',
    path: '/api/teams/:team_id',
    access: 'admin',
    scopes: ['admin'],
    params: teamParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '删除团队', en: 'Delete a team' },
  }),
  'teams.members': defineRoute({
    method: 'GET',
    path: '/api/teams/:team_id/members',
    access: 'member',
    scopes: ['read'],
    params: teamParams,
    query: pageQuery,
    body: null,
    answer: pageOf(memberSchema),
    status: 200,
    summary: { zh: '团队成员', en: 'Who is in a team' },
  }),
  'teams.set-member': defineRoute({
    method: 'PUT',
    path: '/api/teams/:team_id/members/:person_id',
    access: 'admin',
    scopes: ['admin'],
    params: memberParams,
    query: noFields,
    body: z.strictObject({
      team_role: teamRoleSchema.meta({ description: 'What skills read as team_role.' }),
    }),
    answer: memberSchema,
    status: 200,
    summary: {
      zh: '把人加入团队，或修改其团队身份',
      en: 'Put a person into a team, or change their part in it',
    },
  }),
  'teams.remove-member': defineRoute({
    method: 'DELETE',
    path: '/api/teams/:team_id/members/:person_id',
    access: 'admin',
    scopes: ['admin'],
    params: memberParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '把人移出团队', en: 'Take a person out of a team' },
  }),
} as const;
