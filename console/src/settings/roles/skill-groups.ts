// What a role may be given, in groups: what comes with the product, what is installed, and what it names without there being one.

import type { Language } from '#base/text.ts';
import type { SkillBody } from '#contract/api/skill-routes.ts';

export interface SkillOption {
  /** By which the role names it. */
  readonly name: string;
  /** As people call it, where that is something else. */
  readonly title: string | undefined;
  readonly about: string;
  /** It is read, not run. */
  readonly isKnowledge: boolean;
  /** Why no role is offered it here. */
  readonly whyNot: string | undefined;
}

export interface SkillGroup {
  readonly kind: 'builtIn' | 'packages' | 'gone';
  readonly options: readonly SkillOption[];
}

/** `named`: the skills that the role has by name. Only the group of those that are gone may be missing. */
export function skillGroups(
  skills: readonly SkillBody[],
  named: readonly string[],
  language: Language,
): readonly SkillGroup[] {
  const known = new Set(skills.map(({ name }) => name));
  const optionsOf = (isBuiltIn: boolean): readonly SkillOption[] =>
    skills
      .filter((skill) => skill.is_built_in === isBuiltIn)
      .map((skill) => optionOf(skill, language));
  const gone = named
    .filter((name) => !known.has(name))
    .map((name) => ({ name, title: undefined, about: '', isKnowledge: false, whyNot: undefined }));
  return [
    { kind: 'builtIn', options: optionsOf(true) },
    { kind: 'packages', options: optionsOf(false) },
    ...(gone.length > 0 ? [{ kind: 'gone', options: gone } as const] : []),
  ];
}

export function fitsWords({ name, title = '', about }: SkillOption, words: string): boolean {
  return `${name} ${title} ${about}`.toLowerCase().includes(words.toLowerCase());
}

function optionOf(skill: SkillBody, language: Language): SkillOption {
  const isChinese = language === 'zh';
  return {
    name: skill.name,
    title: (isChinese ? skill.name_zh : null) ?? undefined,
    about: (isChinese ? skill.description_zh : null) ?? skill.description,
    isKnowledge: skill.kind === 'knowledge',
    whyNot: skill.why_not ?? undefined,
  };
}
