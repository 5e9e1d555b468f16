// Routes: what skills are configured with, and the providers' keys. A secret goes in and never comes out (CFG-03).

import * as z from 'zod';
import { fieldForm } from '../texts/field-texts.ts';
import { idSchema, momentSchema, noFields } from './fields.ts';
import { defineRoute } from './route.ts';

/** CFG-04: org, then team, then role; the nearest wins. `owner_id` is the team's or role's id, null for the org. */
const layerFields = {
  layer: z
    .enum(['org', 'team', 'role'])
    .meta({ description: 'The nearest layer with a value wins: role, then team, then org.' }),
  owner_id: idSchema
    .nullable()
    .meta({ description: "The team's or the role's id; null for the org." }),
} as const;

const layerQuery = z.strictObject({
  layer: layerFields.layer,
  owner_id: idSchema
    .optional()
    .meta({ description: "The team's or the role's id; left out for the org." }),
});
export type LayerQuery = z.infer<typeof layerQuery>;

const entrySchema = z.strictObject({
  skill: z.string(),
  ...layerFields,
  key: z.string(),
  is_secret: z.boolean(),
  value: z.json().nullable().meta({ description: 'Null for a secret.' }),
  updated_at: momentSchema,
});
export type ConfigurationEntryBody = z.infer<typeof entrySchema>;

const keySchema = z.string().regex(/^[A-Za-z_][\w.-]{0,99}$/, fieldForm('configuration-key'));
const skillParams = z.strictObject({ skill: z.string().regex(/^[\p{L}\p{N}_.-]{1,100}$/u) });

const changesSchema = z.strictObject({
  values: z.record(keySchema, z.json()).meta({
    description: 'A key whose value is null is removed; a key that is absent stays as it is.',
  }),
  secrets: z.array(keySchema).max(200).optional().meta({
    description:
      'Keys that are secrets: of values, or saved already, which are then encrypted as they are.',
  }),
});
export type ConfigurationChanges = z.infer<typeof changesSchema>;

const providerParams = z.strictObject({ provider: z.enum(['openai', 'anthropic']) });

const providerKeySchema = z.strictObject({
  provider: z.enum(['openai', 'anthropic']),
  source: z
    .enum(['org', 'server', 'none'])
    .meta({ description: "org: set here. server: the environment's. none: there is none." }),
  base_url: z.string().nullable(),
  updated_at: momentSchema.nullable(),
});
export type ProviderKeyBody = z.infer<typeof providerKeySchema>;

export const MOST_KEY_CHARS = 1000;
export const MOST_ADDRESS_CHARS = 500;
/** Of a model, without the provider's name before it. */
export const MOST_MODEL_NAME_CHARS = 190;

const providerChangeSchema = z.strictObject({
  api_key: z.string().trim().min(1).max(MOST_KEY_CHARS).optional().meta({
    description: 'Absent: the stored one stays. With another address it must be given again.',
  }),
  base_url: z
    .url({ protocol: /^https?$/ })
    .max(MOST_ADDRESS_CHARS)
    .nullable()
    .optional()
    .meta({ description: "Absent: as it is; null: the provider's own, or the server's." }),
});
export type ProviderChangeBody = z.infer<typeof providerChangeSchema>;

const providerTrySchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('answered'),
    text: z.string().meta({ description: 'What the model said; empty where it only thought.' }),
    duration_ms: z.number(),
  }),
  z.strictObject({
    status: z.literal('failed'),
    reason: z
      .string()
      .meta({ description: "With the provider's own words, in the caller's language." }),
    duration_ms: z.number(),
  }),
]);
export type ProviderTryBody = z.infer<typeof providerTrySchema>;

export const configurationRoutes = {
  'configuration.list': defineRoute({
    method: 'GET',
    path: '/api/configuration',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: z.strictObject({ skill: z.string().min(1).max(100).optional() }),
    body: null,
    answer: z.strictObject({ items: z.array(entrySchema) }),
    status: 200,
    summary: {
      zh: '技能配置；密钥只显示是否已设置',
      en: "Skills' configuration; of a secret only that it is set",
    },
  }),
  'configuration.update': defineRoute({
    method: 'PATCH',
    path: '/api/configuration/:skill',
    access: 'admin',
    scopes: ['admin'],
    params: skillParams,
    query: layerQuery,
    body: changesSchema,
    answer: z.strictObject({
      items: z.array(entrySchema),
      warnings: z.array(z.string()).meta({
        description:
          "What was saved as it is but looks like a mistake (a skill or key that nobody knows), in the caller's language.",
      }),
    }),
    status: 200,
    summary: {
      zh: '设置或删除一个技能在某一层的配置',
      en: 'Set or remove values of one skill on one layer',
    },
  }),
  'provider-keys.list': defineRoute({
    method: 'GET',
    path: '/api/provider-keys',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: noFields,
    body: null,
    answer: z.strictObject({ items: z.array(providerKeySchema) }),
    status: 200,
    summary: { zh: '模型服务的密钥是否已设置', en: "Which model providers' keys are set" },
  }),
  'provider-keys.set': defineRoute({
    method: 'PUT',
    path: '/api/provider-keys/:provider',
    access: 'owner',
    scopes: ['admin'],
    params: providerParams,
    query: noFields,
    body: providerChangeSchema,
    answer: providerKeySchema,
    status: 200,
    summary: { zh: '设置模型服务的密钥或地址', en: "Set a model provider's key or address" },
  }),
  'provider-keys.try': defineRoute({
    method: 'POST',
    path: '/api/provider-keys/:provider/try',
    access: 'owner',
    scopes: ['admin'],
    params: providerParams,
    query: noFields,
    body: z.strictObject({
      model: z
        .string()
        .trim()
        .min(1)
        .max(MOST_MODEL_NAME_CHARS)
        .meta({ description: "Without the provider's name before it." }),
    }),
    answer: providerTrySchema,
    status: 200,
    rateLimit: { per: 'caller', most: 10, windowSec: 60 },
    summary: {
      zh: '用已保存的密钥向模型要一句回答',
      en: 'Ask a model for one short answer with the stored key',
    },
  }),
  'provider-keys.remove': defineRoute({
    method: 'DELETE',
    path: '/api/provider-keys/:provider',
    access: 'owner',
    scopes: ['admin'],
    params: providerParams,
    query: noFields,
    body: null,
    answer: null,
    status: 204,
    summary: { zh: '删除模型服务的密钥', en: "Remove a model provider's key" },
  }),
} as const;
