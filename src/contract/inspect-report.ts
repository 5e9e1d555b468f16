// What `qiao inspect --json` says of one package.

import * as z from 'zod';
import { findingSchema } from './finding.ts';
import { jsonObjectSchema } from './json-object.ts';

export const SKILL_KINDS = ['handler', 'script', 'document', 'api', 'knowledge', 'chain'] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

export const CATEGORIES = [
  'office',
  'finance',
  'ecommerce',
  'marketing',
  'promotion',
  'trading',
  'data',
  'crm',
  'channel',
  'media',
  'integration',
  'compliance',
  'general',
] as const;
export type Category = (typeof CATEGORIES)[number];

const configItemSchema = z.object({
  name: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  /** Where the declaration was found: `env`, `secrets`, `metadata.openclaw.requires.env`, `sniff`, … */
  source: z.string(),
});
export type ConfigItem = z.infer<typeof configItemSchema>;

const marketRowSchema = z.object({
  category: z.enum(CATEGORIES),
  cost_tier: z.string().nullable(),
  version: z.string().nullable(),
  tags: z.array(z.string()),
  skill_type: z.string().nullable(),
  skill_md: z.string().nullable(),
  name_zh: z.string().nullable(),
  display_name_zh: z.string().nullable(),
  description_zh: z.string().nullable(),
});
export type MarketRow = z.infer<typeof marketRowSchema>;

const apiToolSchema = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  input_schema: jsonObjectSchema,
});

export const inspectReportSchema = z.object({
  path: z.string(),
  name: z.string(),
  description: z.string(),
  /** Null where the package can't be loaded. */
  kind: z.enum(SKILL_KINDS).nullable(),
  async: z.boolean(),
  trigger_type: z.string(),
  /** The parameter schema (RUN-05); null where the package declares none. */
  schema: jsonObjectSchema.nullable(),
  config: z.array(configItemSchema),
  market: marketRowSchema,
  /** Seconds the skill declares for itself (CLK-01); null where it declares none. */
  wall_sec: z.number().nullable(),
  api: z.object({ tools: z.array(apiToolSchema) }).nullable(),
  findings: z.array(findingSchema),
});
export type InspectReport = z.infer<typeof inspectReportSchema>;
