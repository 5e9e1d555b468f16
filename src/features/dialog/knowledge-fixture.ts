// Knowledge skills for tests.

import type { SkillPackage } from '#features/packages/index.ts';

/** What is told of it and searched; nothing of it is on disk. */
export function knowledgeSkill(
  name: string,
  description: string,
  fields: Partial<SkillPackage> = {},
): SkillPackage {
  const market = { name_zh: null, display_name_zh: null, description_zh: null, tags: [] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what nobody reads here is left out
  return {
    name,
    description,
    kind: 'knowledge',
    triggerType: 'explicit',
    body: '',
    market,
    ...fields,
  } as unknown as SkillPackage;
}
