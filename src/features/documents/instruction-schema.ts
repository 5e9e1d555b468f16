// What a model gives a skill that a sub-agent carries out: the task, complete in itself (DOC-03).

import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { needsSubAgent } from './instruction-only.ts';

/** The skill's own schema where it has one; undefined where it takes nothing. */
export function instructionSchema(skill: SkillPackage, language: Language): JsonObject | undefined {
  const isCarriedOut = skill.kind === 'api' || needsSubAgent(skill);
  if (skill.schema !== undefined || !isCarriedOut) return skill.schema;
  return {
    type: 'object',
    properties: {
      instruction: { type: 'string', description: documentTexts.instruction()[language] },
    },
    required: ['instruction'],
  };
}
