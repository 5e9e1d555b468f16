// The knowledge skills of a turn: what its model is always told of them, and what of them may help with the message.

import type { Language } from '#base/text.ts';
import type { SystemMessage } from '#features/models/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { knowledgeNotice, knowledgePrompt } from './knowledge-prompt.ts';
import { relevantKnowledge } from './relevant-knowledge.ts';

interface TurnKnowledge {
  /** For the fixed prompt. */
  readonly prompt?: SystemMessage;
  /** For the end of the turn's first request. */
  readonly notice?: SystemMessage;
}

export interface KnowledgeParts {
  /** The role's skills, of any kind. */
  readonly skills: readonly SkillPackage[];
  /** The tool that reads them; nothing is told of what can't be read. */
  readonly reader: string | undefined;
  readonly message: string;
  readonly language: Language;
}

export async function turnKnowledge(parts: KnowledgeParts): Promise<TurnKnowledge> {
  const { reader, message, language } = parts;
  const skills = parts.skills.filter(isTold);
  if (reader === undefined || skills.length === 0) return {};
  const relevant = await relevantKnowledge(message, skills);
  return {
    prompt: knowledgePrompt(skills, { reader, language }),
    ...(relevant.length > 0 && { notice: knowledgeNotice(relevant, { reader, language }) }),
  };
}

/** DOC-01 holds for what is read as for what is run. */
function isTold({ kind, triggerType }: SkillPackage): boolean {
  return kind === 'knowledge' && triggerType === 'explicit';
}
