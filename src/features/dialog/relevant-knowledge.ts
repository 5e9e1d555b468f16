// Finds the knowledge skills that may help with a message, by the words of their names, descriptions and headings.

import { setImmediate } from 'node:timers/promises';
import { rank, type RankedDocument } from '#base/bm25.ts';
import { wordsOf } from '#base/words.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { skillDescription } from './skill-description.ts';

const MOST_TOLD = 3;
/** A name says in few words what a skill is about; each counts as three. */
const NAME_WEIGHT = 3;
/** Either much of what was asked, or, in a long message, several of its rare words. */
const LEAST_COVERAGE = 0.2;
const LEAST_SCORE = 2;
const CLEAR_SCORE = 6;
/** What somebody pastes below a question tells no more of it. */
const QUESTION_CHARACTERS = 2000;
const MOST_HEADINGS = 200;
/** Skills whose words are cut before others have their turn. */
const CHUNK = 50;
const HEADING = /^#{1,6}[ \t]+(\S.*)$/gm;

/** A package is read again where its files change, and is another object then. */
const known = new WeakMap<SkillPackage, readonly string[]>();

/** The best first, three at most; none where nothing fits well enough. */
export async function relevantKnowledge(
  message: string,
  skills: readonly SkillPackage[],
): Promise<readonly SkillPackage[]> {
  const asked = wordsOf(message.slice(0, QUESTION_CHARACTERS));
  if (asked.length === 0) return [];
  const words = await wordsOfAll(skills);
  return rank(asked, words)
    .filter(isEnough)
    .slice(0, MOST_TOLD)
    .flatMap(({ index }) => skills[index] ?? []);
}

function isEnough({ score, coverage }: RankedDocument): boolean {
  return score >= CLEAR_SCORE || (score >= LEAST_SCORE && coverage >= LEAST_COVERAGE);
}

async function wordsOfAll(
  skills: readonly SkillPackage[],
): Promise<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = [];
  let cut = 0;
  for (const skill of skills) {
    const words = known.get(skill) ?? wordsOfOne(skill);
    if (!known.has(skill)) {
      known.set(skill, words);
      cut += 1;
      if (cut % CHUNK === 0) await setImmediate();
    }
    all.push(words);
  }
  return all;
}

function wordsOfOne(skill: SkillPackage): readonly string[] {
  const { market, body } = skill;
  const names = wordsOf(
    [skill.name, market.name_zh, market.display_name_zh].filter((name) => name !== null).join(' '),
  );
  const headings = [...body.matchAll(HEADING)].slice(0, MOST_HEADINGS).map(([, text]) => text);
  return [
    ...Array.from({ length: NAME_WEIGHT }, () => names).flat(),
    ...wordsOf([skillDescription(skill), ...market.tags, ...headings].join('\n')),
  ];
}
