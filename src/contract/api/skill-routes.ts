// Routes: the skills of this instance.

import * as z from 'zod';
import { SKILL_KINDS } from '../inspect-report.ts';
import { noFields } from './fields.ts';
import { defineRoute } from './route.ts';

const skillSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  kind: z.enum(SKILL_KINDS),
  /** The package's own words in Chinese, where it has some. */
  name_zh: z.string().nullable(),
  description_zh: z.string().nullable(),
  /** It comes with the product; else it is a package that was installed. A role that lists its skills lists both. */
  is_built_in: z.boolean(),
  /** Why no role is offered it here, in the caller's language; null where it is. */
  why_not: z.string().nullable(),
});
export type SkillBody = z.infer<typeof skillSchema>;

export const skillRoutes = {
  'skills.list': defineRoute({
    method: 'GET',
    path: '/api/skills',
    access: 'member',
    scopes: ['read'],
    params: noFields,
    query: noFields,
    body: null,
    answer: z.strictObject({ items: z.array(skillSchema) }),
    status: 200,
    summary: {
      zh: '本机的技能；不可用的附原因',
      en: 'The skills of this instance; with the reason of those that are not offered',
    },
  }),
} as const;
