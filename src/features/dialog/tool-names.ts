// Names that every provider accepts, one for each skill, and the way back.

import { createHash } from 'node:crypto';

const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST = 64;
const HASH_CHARS = 8;

/**
 * Skill names by the tool names that stand for them. A name that providers accept stays as it is; any other
 * becomes what can be kept of it and a hash of the whole, so that it is the same in every turn.
 */
export function toolNames(skills: readonly string[]): ReadonlyMap<string, string> {
  return new Map(skills.map((skill) => [toolNameOf(skill), skill]));
}

function toolNameOf(skill: string): string {
  if (ACCEPTED.test(skill)) return skill;
  const hash = createHash('sha256').update(skill).digest('hex').slice(0, HASH_CHARS);
  const kept = skill.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return `${kept === '' ? 'skill' : kept.slice(0, LONGEST - HASH_CHARS - 1)}_${hash}`;
}
