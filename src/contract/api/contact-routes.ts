// Routes: contacts, whom skills see as actors (ACT-01).

import * as z from 'zod';
import { idSchema, momentSchema, noFields, pageOf, searchQuery } from './fields.ts';
import { defineRoute } from './route.ts';

const wordsSchema = z.string().max(500);

const contactFields = {
  channel: z.string().min(1).max(50),
  key: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: "actor_key: the channel's id of the person; unique for the channel." }),
  name: wordsSchema,
  phone: wordsSchema,
  title: wordsSchema,
  department: wordsSchema,
  department_id: wordsSchema,
  department_path: wordsSchema,
  position: wordsSchema.meta({ description: 'Of the job.' }),
  tags: z.array(z.string().min(1).max(100)).max(100),
  emp_no: wordsSchema,
  person_id: idSchema.nullable().meta({ description: 'Who of the org this is.' }),
} as const;

const contactSchema = z.strictObject({ id: idSchema, ...contactFields, created_at: momentSchema });

const contactChangeSchema = z.strictObject(contactFields).partial();
export type ContactChangeBody = z.infer<typeof contactChangeSchema>;

const contactParams = z.strictObject({ contact_id: idSchema });

export const contactRoutes = {
  'contacts.list': defineRoute({
    method: 'GET',
    path: '/api/contacts',
    access: 'admin',
    scopes: ['read'],
    params: noFields,
    query: z.strictObject({ ...searchQuery.shape, channel: z.string().min(1).max(50).optional() }),
    body: null,
    answer: pageOf(contactSchema),
    status: 200,
    summary: { zh: '联系人列表，可查找', en: 'Contacts, by channel or words' },
  }),
  'contacts.get': defineRoute({
    method: 'GET',
    path: '/api/contacts/:contact_id',
    access: 'admin',
    scopes: ['read'],
    params: contactParams,
    query: noFields,
    body: null,
    answer: contactSchema,
    status: 200,
    summary: { zh: '一个联系人', en: 'One contact' },
  }),
  'contacts.create': defineRoute({
    method: 'POST',
    path: '/api/contacts',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: noFields,
    body: contactChangeSchema.required({ key: true, channel: true }),
    answer: contactSchema,
    status: 201,
    summary: { zh: '创建联系人', en: 'Make a contact' },
  }),
  'contacts.update': defineRoute({
    method: 'PATCH',
    path: '/api/contacts/:contact_id',
    access: 'admin',
    scopes: ['admin'],
    params: contactParams,
    query: noFields,
    body: contactChangeSchema,
    answer: contactSchema,
    status: 200,
    summary: { zh: '修改联系人', en: 'Change a contact' },
  }),
  'contacts.remove': defineRoute({
    method: 'DELETE',
    path: '/api/contacts/:contact_id',
    access: 'admin',
    scopes: ['admin'],
    params: contactParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '删除联系人', en: 'Remove a contact' },
  }),
} as const;
