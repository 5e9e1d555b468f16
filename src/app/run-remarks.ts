// What a person should hear about a run that the skill itself can't tell: names and configuration that don't fit.

import type { Text } from '#base/text.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { missingConfiguration } from '#features/execution/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import type { SkillConfigurations } from './local-configuration.ts';

export function remarksOn(
  skills: readonly SkillPackage[],
  name: string,
  configurations: SkillConfigurations,
): readonly Text[] {
  const names = skills.map((skill) => skill.name);
  const skill = skills.find((each) => each.name === name);
  const strangers = Object.keys(configurations).filter((each) => !names.includes(each));
  const missing =
    skill === undefined ? [] : missingConfiguration(skill, configurations[skill.name] ?? {});
  return [
    ...(skill === undefined ? [cliTexts.unknownSkill(name, names)] : []),
    ...(strangers.length > 0 ? [cliTexts.configForNobody(strangers)] : []),
    ...(missing.length > 0 ? [cliTexts.configMissing(name, missing)] : []),
  ];
}
