// One skill as a person reads it: its name, what it does, what it needs, and an example.

import { isJsonObject, type JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { CATEGORY_NAMES, skillHelpTexts } from '#contract/texts/builtin-texts.ts';
import type { HelpedSkill } from './helped-skill.ts';

export interface SkillHelp {
  /** What a command calls it: `/name {…}`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  /** It is read for an answer, not called. */
  readonly knowledge: boolean;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** As it can be typed; null where the package shows none. */
  readonly example: string | null;
}

const EXAMPLE_CHARACTERS = 300;
const MOST_PARAMETERS = 12;

export function describeSkill(skill: HelpedSkill, language: Language): SkillHelp {
  const { name, description, market } = skill;
  const chinese = market.display_name_zh ?? market.name_zh;
  const { required, optional } = parametersOf(skill.schema);
  return {
    name,
    title: language === 'zh' ? (chinese ?? name) : name,
    description: language === 'zh' ? (market.description_zh ?? description) : description,
    category: market.category,
    knowledge: skill.kind === 'knowledge',
    required,
    optional,
    example: exampleOf(skill),
  };
}

function parametersOf(schema: JsonObject | undefined): Pick<SkillHelp, 'required' | 'optional'> {
  const properties = isJsonObject(schema?.['properties']) ? Object.keys(schema['properties']) : [];
  const listed = Array.isArray(schema?.['required']) ? schema['required'] : [];
  const required = listed.filter((name): name is string => typeof name === 'string');
  const optional = properties.filter((name) => !required.includes(name));
  return { required, optional: optional.slice(0, MOST_PARAMETERS) };
}

/** The first JSON object that the package's own document shows. */
function exampleOf({ name, kind, body }: HelpedSkill): string | null {
  if (kind === 'knowledge') return null;
  const block = /```json\s*\n([\s\S]{1,4000}?)```/.exec(body)?.[1] ?? '';
  const texts = [block, ...block.split('\n')];
  const found = texts.map(objectIn).find((object) => object !== undefined);
  if (found === undefined) return null;
  const example = `/${name} ${JSON.stringify(found)}`;
  return example.length > EXAMPLE_CHARACTERS ? null : example;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function helpMarkdown(
  skills: readonly SkillHelp[],
  told: { readonly title: string; readonly language: Language; readonly left: number },
): string {
  const { language } = told;
  const categories = [...new Set(skills.map(({ category }) => category))];
  const groups = categories.toSorted(placeOf).map((category) => {
    const heading = CATEGORY_NAMES[category]?.[language] ?? category;
    const items = skills
      .filter((skill) => skill.category === category)
      .map((skill) => itemOf(skill, language));
    return `### ${heading}\n\n${items.join('\n')}`;
  });
  const more = told.left > 0 ? [skillHelpTexts.more(told.left)[language]] : [];
  return [told.title, ...groups, ...more].join('\n\n');
}

/** General things last. */
function placeOf(one: string, other: string): number {
  const order = Object.keys(CATEGORY_NAMES);
  return order.indexOf(one) - order.indexOf(other);
}

function itemOf(
  { name, title, description, knowledge, required, example }: SkillHelp,
  language: Language,
): string {
  const heading = title === name ? `**${name}**` : `**${title}** (\`${name}\`)`;
  const needs =
    required.length === 0
      ? ''
      : `\n  - ${skillHelpTexts.needs()[language]}: ${required.map((each) => `\`${each}\``).join(', ')}`;
  const shown =
    example === null
      ? ''
      : `\n  - ${skillHelpTexts.example()[language]}: \`${example.replaceAll('`', "'")}\``;
  const kind = knowledge ? ` ${skillHelpTexts.knowledge()[language]}` : '';
  return `- ${heading}: ${description.replaceAll(/\s+/g, ' ')}${kind}${needs}${shown}`;
}
