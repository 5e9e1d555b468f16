// Tells a person what the role they talk to can do, in their language, with examples.

import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { skillHelpTexts } from '#contract/texts/builtin-texts.ts';
import type { TrustedExecute } from '#features/runtimes/index.ts';
import { answering, correctable, type Asked } from '../answer.ts';
import { describeSkill, helpMarkdown, type SkillHelp } from './describe-skill.ts';
import type { HelpedSkill } from './helped-skill.ts';

export interface SkillHelpParts {
  /** What could be called here and now, and what is read as knowledge, by name. */
  readonly skills: () => Promise<readonly HelpedSkill[]>;
}

const TOPIC_ALIASES = ['query', 'skill', 'name', 'keyword', '关键词', '技能'];
const MOST_LISTED = 60;
const MOST_NAMED = 20;

export function createSkillHelp({ skills }: SkillHelpParts): TrustedExecute {
  return answering(async (asked) => {
    const { language, parameters } = asked;
    const topic = parameters.text('topic', TOPIC_ALIASES);
    const mine = (await skills()).filter((skill) => isMine(skill, asked));
    if (mine.length === 0) return noSkills(language);
    const fitting = topic === undefined ? mine : mine.filter((skill) => fits(skill, topic));
    if (topic !== undefined && fitting.length === 0) {
      const names = mine.slice(0, MOST_NAMED).map(({ name }) => name);
      return correctable('topic', skillHelpTexts.unknown(topic, names), language);
    }
    return told(fitting, topic, language);
  });
}

/** What the role has; this skill is no answer to its own question. */
function isMine({ name }: HelpedSkill, { host }: Asked): boolean {
  return name !== 'skill_help' && host.allowedSkills?.includes(name) !== false;
}

function fits(skill: HelpedSkill, topic: string): boolean {
  const words = topic
    .toLowerCase()
    .split(/[\s,，、]+/)
    .filter((word) => word !== '');
  const { name, description, market } = skill;
  const text = [
    name,
    description,
    market.display_name_zh,
    market.name_zh,
    market.description_zh,
    market.category,
    ...market.tags,
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function noSkills(language: Language): JsonObject {
  const text = skillHelpTexts.none()[language];
  return { success: true, data: { skills: [], total: 0 }, message: text, display_md: text };
}

function told(
  skills: readonly HelpedSkill[],
  topic: string | undefined,
  language: Language,
): JsonObject {
  const listed: readonly SkillHelp[] = skills
    .slice(0, MOST_LISTED)
    .map((skill) => describeSkill(skill, language));
  const left = skills.length - listed.length;
  const title =
    topic === undefined
      ? skillHelpTexts.title(skills.length)
      : skillHelpTexts.found(topic, skills.length);
  return {
    success: true,
    data: {
      skills: listed.map((help) => ({ ...help })),
      listed: listed.length,
      total: skills.length,
    },
    display_md: helpMarkdown(listed, { title: title[language], language, left }),
    ...(left > 0 && { note: skillHelpTexts.more(left)[language] }),
  };
}
