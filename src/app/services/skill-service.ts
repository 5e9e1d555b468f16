// The instance's skills, as the API lists them.

import type { SkillService } from '#api/services.ts';
import type { Text } from '#base/text.ts';
import { BUILT_IN_FOLDERS } from '#builtin/built-in-skills.ts';
import type { SkillBody } from '#contract/api/skill-routes.ts';
import { skillTexts } from '#contract/texts/skill-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { isKnowledge, type SkillsProgram } from '../compose-skills.ts';

export function createSkillService({
  catalogue,
  execution,
}: Pick<SkillsProgram, 'catalogue' | 'execution'>): SkillService {
  const whyNot = async (skill: SkillPackage): Promise<Text | undefined> =>
    (isKnowledge(skill) ? undefined : await execution.obstacleOf(skill)) ??
    (skill.triggerType === 'explicit' ? undefined : skillTexts.notForModels(skill.triggerType));
  return {
    async unknownOf(names) {
      await catalogue.refresh();
      const known = new Set(catalogue.all().map(({ name }) => name));
      return names.filter((name) => !known.has(name));
    },
    async list(language) {
      await catalogue.refresh();
      const all = catalogue.all();
      const reasons = await Promise.all(all.map(whyNot));
      return all.map((skill, at): SkillBody => ({
        name: skill.name,
        description: skill.description,
        kind: skill.kind,
        name_zh: skill.market.display_name_zh ?? skill.market.name_zh,
        description_zh: skill.market.description_zh,
        is_built_in: BUILT_IN_FOLDERS.includes(skill.folder),
        why_not: reasons[at]?.[language] ?? null,
      }));
    },
  };
}
