// What a model is told that a skill does.

import type { SkillPackage } from '#features/packages/index.ts';

/** With the Chinese words that people use for it, in brackets. */
export function skillDescription({
  description,
  market,
}: Pick<SkillPackage, 'description' | 'market'>): string {
  const chinese = [market.display_name_zh ?? market.name_zh, market.description_zh]
    .filter((text) => text !== null && !description.includes(text))
    .join('：');
  return chinese === '' ? description : `${description} (${chinese})`;
}
