// Says which knowledge skills there are and how one is read: the offline model can't read one for somebody.

import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { offlineTexts } from '#contract/texts/offline-texts.ts';
import type {
  MentionedKnowledge,
  MentionedSkill,
  ModelMessage,
  SystemMessage,
} from '../chat-model.ts';

const MOST_SKILLS = 20;
const MOST_DESCRIPTION = 100;

/** All that the role has, and those that may help with the newest message; undefined where there are none. */
export interface KnownKnowledge {
  readonly all: MentionedKnowledge | undefined;
  readonly relevant: MentionedKnowledge | undefined;
}

export function knowledgeIn(messages: readonly ModelMessage[]): KnownKnowledge {
  const said = messages.findLastIndex(({ role }) => role === 'user');
  return {
    all: mentionedIn(messages.slice(0, said)),
    relevant: mentionedIn(messages.slice(said + 1)),
  };
}

function mentionedIn(messages: readonly ModelMessage[]): MentionedKnowledge | undefined {
  return messages.find(hasKnowledge)?.knowledge;
}

function hasKnowledge(message: ModelMessage): message is SystemMessage {
  return message.role === 'system' && message.knowledge !== undefined;
}

/** What may help with the message. */
export function tellRelevant(knowledge: MentionedKnowledge, language: Language): string {
  return [offlineTexts.knowledgeMayHelp()[language], ...listed(knowledge, language)].join('\n');
}

export function tellAllKnowledge(knowledge: MentionedKnowledge, language: Language): string {
  const { length } = knowledge.skills;
  const opening = offlineTexts.knowledge(Math.min(length, MOST_SKILLS), length);
  return [opening[language], ...listed(knowledge, language)].join('\n');
}

/** One that a command names as if it could be called: what it is, and how it is read. */
export function tellNamed(
  knowledge: MentionedKnowledge | undefined,
  name: string,
  language: Language,
): string | undefined {
  const skill = knowledge?.skills.find((each) => each.name === name);
  if (knowledge === undefined || skill === undefined) return undefined;
  const { reader } = knowledge;
  return [
    offlineTexts.isKnowledge(name)[language],
    skill.description,
    offlineTexts.howToRead(readingCall(reader, skill))[language],
  ].join('\n\n');
}

function listed({ reader, skills }: MentionedKnowledge, language: Language): readonly string[] {
  const [first] = skills;
  const lines = skills.slice(0, MOST_SKILLS).map(lineOf);
  if (first === undefined) return lines;
  return [...lines, offlineTexts.howToRead(readingCall(reader, first))[language]];
}

function lineOf({ name, description }: MentionedSkill): string {
  const isLong = description.length > MOST_DESCRIPTION;
  return `- ${name}: ${isLong ? `${cutText(description, MOST_DESCRIPTION)}…` : description}`;
}

function readingCall(reader: string, { name }: MentionedSkill): string {
  return `/${reader} ${JSON.stringify({ skill: name })}`;
}
