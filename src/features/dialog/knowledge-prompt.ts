// What a model is told of the role's knowledge skills: all of them by name, always; what they hold is read on demand.

import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { knowledgeTexts } from '#contract/texts/knowledge-texts.ts';
import type { MentionedSkill, SystemMessage } from '#features/models/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { skillDescription } from './skill-description.ts';

export interface KnowledgeTelling {
  /** The tool that reads them. */
  readonly reader: string;
  readonly language: Language;
}

/** Of the list as a whole: whatever is installed, the conversation keeps its room. */
const MOST_CHARACTERS = 8000;
/** Of one description: the first of these with which all of them fit. With the last one only names are told. */
const DESCRIPTION_CHARACTERS = [1024, 400, 160, 60, 0];
const NOTICE_CHARACTERS = 160;

/**
 * Part of the fixed prompt: the same for the same skills, sorted by name. Where the list would be too long, all descriptions
 * are cut alike; names go last, and what is left out is said.
 */
export function knowledgePrompt(
  skills: readonly SkillPackage[],
  { reader, language }: KnowledgeTelling,
): SystemMessage {
  const mentioned = skills
    .map(mentionedOf)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const limit =
    DESCRIPTION_CHARACTERS.find((each) => lengthOf(mentioned, each) <= MOST_CHARACTERS) ?? 0;
  const lines = fitting(mentioned.map((skill) => lineOf(skill, limit)));
  const left = mentioned.length - lines.length;
  const isCut = mentioned.some(({ description }) => description.length > limit);
  const text = [
    knowledgeTexts.howToRead(reader)[language],
    ...lines,
    ...(isCut ? [knowledgeTexts.shortened()[language]] : []),
    ...(left > 0 ? [knowledgeTexts.leftOut(left)[language]] : []),
  ].join('\n');
  return { role: 'system', text, knowledge: { reader, skills: mentioned } };
}

/** For the end of a request: which of them may help with what was said. */
export function knowledgeNotice(
  skills: readonly SkillPackage[],
  { reader, language }: KnowledgeTelling,
): SystemMessage {
  const mentioned = skills.map(mentionedOf);
  const lines = mentioned.map((skill) => lineOf(skill, NOTICE_CHARACTERS));
  const text = [knowledgeTexts.mayHelp(reader)[language], ...lines].join('\n');
  return { role: 'system', text, knowledge: { reader, skills: mentioned } };
}

function fitting(lines: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS;
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}

function lengthOf(skills: readonly MentionedSkill[], limit: number): number {
  return skills.reduce((sum, skill) => sum + lineOf(skill, limit).length + 1, 0);
}

function lineOf({ name, description }: MentionedSkill, limit: number): string {
  if (limit === 0 || description === '') return `- ${name}`;
  const isLong = description.length > limit;
  return `- ${name}: ${isLong ? `${cutText(description, limit).trimEnd()}…` : description}`;
}

function mentionedOf(skill: SkillPackage): MentionedSkill {
  return { name: skill.name, description: skillDescription(skill).replaceAll(/\s+/g, ' ').trim() };
}
