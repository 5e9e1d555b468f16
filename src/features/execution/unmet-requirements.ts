// Whether a package can work where it would run, with the reason: gates are kept shut, never silently.

import type { JsonValue } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import type { SkillConfiguration } from './configuration.ts';

/** What the place where skills run has to offer. */
export interface RunPlace {
  /** Node's name of the system: `linux`, `darwin`, `win32`. */
  readonly system: string;
  hasProgram(name: string): boolean;
  /** What else keeps a skill from running here. */
  obstacleOf?(skill: SkillPackage): Text | undefined;
}

export function unmetRequirement(skill: SkillPackage, place: RunPlace): Text | undefined {
  const { os, bins, anyBins } = skill.requires;
  if (os.length > 0 && !os.includes(place.system))
    return executionTexts.wrongSystem(skill.name, os);
  const missing = bins.filter((name) => !place.hasProgram(name));
  if (missing.length > 0) return executionTexts.missingProgram(skill.name, missing);
  const hasNone = anyBins.length > 0 && !anyBins.some((name) => place.hasProgram(name));
  return hasNone
    ? executionTexts.missingProgram(skill.name, [anyBins.join(' / ')])
    : place.obstacleOf?.(skill);
}

/**
 * Required configuration (CFG-02) that is nowhere: a skill would run with empty values. A key counts in either case,
 * since a skill finds it in both; what the call itself brings counts too (CFG-01).
 */
export function missingConfiguration(
  { config }: Pick<SkillPackage, 'config'>,
  ...given: readonly SkillConfiguration[]
): readonly string[] {
  const filled = new Set(
    given.flatMap((values) =>
      Object.entries(values)
        .filter(([, value]) => !isNothing(value))
        .map(([key]) => key.toUpperCase()),
    ),
  );
  return config
    .filter(({ name, required }) => required && !filled.has(name.toUpperCase()))
    .map(({ name }) => name);
}

function isNothing(value: JsonValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
