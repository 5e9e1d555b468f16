// Whether a package can work where it would run, with the reason: gates are kept shut, never silently.

import type { Text } from '#base/text.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';

/** What the place where skills run has to offer. */
export interface RunPlace {
  /** Node's name of the system: `linux`, `darwin`, `win32`. */
  readonly system: string;
  hasProgram(name: string): boolean;
}

export function unmetRequirement(skill: SkillPackage, place: RunPlace): Text | undefined {
  const { os, bins, anyBins } = skill.requires;
  if (os.length > 0 && !os.includes(place.system))
    return executionTexts.wrongSystem(skill.name, os);
  const missing = bins.filter((name) => !place.hasProgram(name));
  if (missing.length > 0) return executionTexts.missingProgram(skill.name, missing);
  const hasNone = anyBins.length > 0 && !anyBins.some((name) => place.hasProgram(name));
  return hasNone ? executionTexts.missingProgram(skill.name, [anyBins.join(' / ')]) : undefined;
}
