// What is known of a skill that a person is told about.

import type { SkillPackage } from '#features/packages/index.ts';

export type HelpedSkill = Pick<
  SkillPackage,
  'name' | 'kind' | 'description' | 'market' | 'schema' | 'body'
>;
