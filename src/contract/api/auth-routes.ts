// Routes: signing in and out, and one's own account.

import * as z from 'zod';
import {
  idSchema,
  languageSchema,
  momentSchema,
  nameSchema,
  noFields,
  pageOf,
  pageQuery,
} from './fields.ts';
import { loginSchema, personSchema, positionSchema } from './people-routes.ts';
import { defineRoute } from './route.ts';

export const MOST_PASSWORD_CHARS = 2000;

/** How long it must be is the accounts' to say, with a sentence. */
const newPasswordSchema = z.string().min(1).max(MOST_PASSWORD_CHARS);

const meSchema = z.strictObject({
  person: personSchema,
  org: z.strictObject({ id: idSchema, name: z.string() }),
});
export type MeBody = z.infer<typeof meSchema>;

const signInSchema = z.strictObject({
  id: idSchema,
  device: z.string().meta({ description: "The browser's own words." }),
  address: z.string(),
  is_current: z.boolean(),
  last_used_at: momentSchema,
  created_at: momentSchema,
});

/** More than a login has: what is typed wrong is told as wrong. */
export const MOST_TYPED_LOGIN_CHARS = 200;

const signInLimit = { per: 'address', most: 30, windowSec: 60 } as const;

/** A secret as it stands in a link: never logged, never in an answer again. */
const linkSecretSchema = z.string().min(16).max(500);

export const authRoutes = {
  'auth.sign-in': defineRoute({
    method: 'POST',
    path: '/api/auth/sign-in',
    access: 'public',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      login: z.string().min(1).max(MOST_TYPED_LOGIN_CHARS),
      password: z.string().min(1).max(MOST_PASSWORD_CHARS),
    }),
    answer: meSchema,
    status: 200,
    rateLimit: signInLimit,
    summary: {
      zh: '用账号和密码登录，获得 Cookie',
      en: 'Sign in with login and password; sets the cookie',
    },
  }),
  'auth.link': defineRoute({
    method: 'POST',
    path: '/api/auth/link',
    access: 'public',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({ token: linkSecretSchema }),
    answer: meSchema,
    status: 200,
    rateLimit: signInLimit,
    summary: { zh: '用一次性登录链接登录', en: 'Sign in with the token of a single-use link' },
  }),
  'auth.invitation': defineRoute({
    method: 'POST',
    path: '/api/auth/invitation',
    access: 'public',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      token: linkSecretSchema,
      name: nameSchema,
      login: loginSchema,
      password: newPasswordSchema
        .optional()
        .meta({ description: 'Without one the person comes back by a sign-in link only.' }),
      language: languageSchema.optional(),
    }),
    answer: meSchema,
    status: 201,
    rateLimit: signInLimit,
    summary: {
      zh: '接受邀请，创建账号并登录',
      en: 'Accept an invitation: makes the account and signs in',
    },
  }),
  'auth.invitation-preview': defineRoute({
    method: 'POST',
    path: '/api/auth/invitation-preview',
    access: 'public',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({ token: linkSecretSchema }),
    answer: z.strictObject({
      org_name: z.string(),
      position: positionSchema,
      team_name: z.string().nullable(),
      expires_at: momentSchema,
    }),
    status: 200,
    rateLimit: signInLimit,
    summary: { zh: '查看邀请的内容', en: 'What an invitation is for' },
  }),
  'auth.sign-out': defineRoute({
    method: 'POST',
    path: '/api/auth/sign-out',
    access: 'member',
    scopes: [],
    params: noFields,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '退出登录', en: 'Sign out of this browser' },
  }),
  'auth.password': defineRoute({
    method: 'POST',
    path: '/api/auth/password',
    access: 'member',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      current_password: z.string().max(MOST_PASSWORD_CHARS).optional().meta({
        description:
          'Needed where the person has one, unless they signed in by a link within the last hour.',
      }),
      new_password: newPasswordSchema,
    }),
    answer: null,
    status: 204,
    rateLimit: { per: 'caller', most: 10, windowSec: 60 },
    summary: {
      zh: '设置或修改密码；其他浏览器会退出登录',
      en: 'Set or change the password; signs every other browser out',
    },
  }),
  'me.get': defineRoute({
    method: 'GET',
    path: '/api/me',
    access: 'member',
    scopes: ['read'],
    params: noFields,
    query: noFields,
    body: null,
    answer: meSchema,
    status: 200,
    summary: { zh: '当前登录的人', en: 'Who is signed in' },
  }),
  'me.update': defineRoute({
    method: 'PATCH',
    path: '/api/me',
    access: 'member',
    scopes: [],
    params: noFields,
    query: noFields,
    body: z.strictObject({
      name: nameSchema.optional(),
      login: loginSchema.optional(),
      language: languageSchema.optional(),
    }),
    answer: meSchema,
    status: 200,
    summary: { zh: '修改自己的名字、账号或语言', en: "Change one's name, login or language" },
  }),
  'sign-ins.list': defineRoute({
    method: 'GET',
    path: '/api/me/sign-ins',
    access: 'member',
    scopes: [],
    params: noFields,
    query: pageQuery,
    body: null,
    answer: pageOf(signInSchema),
    status: 200,
    summary: { zh: '自己在哪些浏览器登录着', en: "One's browsers that are signed in" },
  }),
  'sign-ins.revoke': defineRoute({
    method: 'DELETE',
    path: '/api/me/sign-ins/:sign_in_id',
    access: 'member',
    scopes: [],
    params: z.strictObject({ sign_in_id: idSchema }),
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '让一个浏览器退出登录', en: 'Sign one browser out' },
  }),
} as const;
