// Routes: the sandboxes that skills run in, as the server's machine has them.

import * as z from 'zod';
import { noFields } from './fields.ts';
import { defineRoute } from './route.ts';

const PROVIDERS = ['docker', 'bwrap', 'landlock'] as const;

/** `plain`: switched off, so that skills run as the server's own user. */
const placeSchema = z.enum([...PROVIDERS, 'plain']).nullable();

const providerSchema = z.strictObject({
  name: z.enum(PROVIDERS),
  works: z.boolean(),
  reason: z
    .string()
    .meta({ description: "What a trial run of it found, in the caller's language." }),
  remedy: z.string().nullable().meta({ description: 'What to do; null where it works.' }),
});

const sandboxesSchema = z.strictObject({
  setting: z.enum(['auto', ...PROVIDERS, 'off']).meta({ description: 'QIAO_SANDBOX.' }),
  providers: z.array(providerSchema).meta({
    description: 'In the order in which they are taken, also those that QIAO_SANDBOX leaves out.',
  }),
  own: placeSchema.meta({
    description:
      "What handlers and scripts run in; plain: switched off, they run as the server's own user; null: they are refused.",
  }),
  any: placeSchema.meta({
    description:
      'The same for commands of document skills, which a container runs too; on plain and null none are run, and run_code takes their place.',
  }),
});
export type SandboxesBody = z.infer<typeof sandboxesSchema>;

export const sandboxRoutes = {
  'sandboxes.get': defineRoute({
    method: 'GET',
    path: '/api/sandboxes',
    access: 'admin',
    scopes: ['read'],
    params: noFields,
    query: noFields,
    body: null,
    answer: sandboxesSchema,
    status: 200,
    summary: {
      zh: '技能在哪个沙箱里运行；每种沙箱是否可用、原因和办法',
      en: 'Which sandbox skills run in; of each whether it works, why, and what to do',
    },
  }),
  'sandboxes.examine': defineRoute({
    method: 'POST',
    path: '/api/sandboxes/examine',
    access: 'admin',
    scopes: ['admin'],
    params: noFields,
    query: noFields,
    body: null,
    answer: sandboxesSchema,
    status: 200,
    rateLimit: { per: 'caller', most: 10, windowSec: 60 },
    summary: { zh: '重新检查每种沙箱', en: 'Try each sandbox anew' },
  }),
} as const;
