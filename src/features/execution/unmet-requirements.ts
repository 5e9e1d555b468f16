// Whether a package can work where it would run, with the reason: gates are kept shut, never silently.

import { AppError } from '#base/app-error.ts';
import type { JsonValue } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import type { SkillConfiguration } from './configuration.ts';

/** Where skills run, which may be no part of this machine; which sandbox it is may differ by the skill's kind. */
export interface RunPlace {
  /** Asked there. Throws an `AppError` where nobody can know. */
  look(kind: SkillPackage['kind'], names: readonly string[]): Promise<FoundPrograms>;
  /** What else keeps a skill from running here. */
  obstacleOf?(skill: SkillPackage): Text | undefined;
}

interface FoundPrograms {
  /** Of the sandbox; undefined for this machine itself. */
  readonly place: string | undefined;
  /** Node's name of the system: `linux`, `darwin`, `win32`. */
  readonly system: string;
  /** Those of the names that can be started. */
  readonly programs: ReadonlySet<string>;
}

export async function unmetRequirement(
  skill: SkillPackage,
  place: RunPlace,
): Promise<Text | undefined> {
  const { os, bins, anyBins, hostSettings } = skill.requires;
  if (hostSettings.length > 0) return executionTexts.needsHostSetting(skill.name, hostSettings);
  const isGated = os.length + bins.length + anyBins.length > 0;
  const lacking = isGated ? await lackingThere(skill, place) : undefined;
  return lacking ?? place.obstacleOf?.(skill);
}

async function lackingThere(skill: SkillPackage, place: RunPlace): Promise<Text | undefined> {
  const { os, bins, anyBins, installers } = skill.requires;
  try {
    const there = await place.look(skill.kind, [...bins, ...anyBins]);
    if (os.length > 0 && !os.includes(there.system))
      return executionTexts.wrongSystem(skill.name, os);
    const missing = bins.filter((name) => !there.programs.has(name));
    const hasNone = anyBins.length > 0 && !anyBins.some((name) => there.programs.has(name));
    const programs = [...missing, ...(hasNone ? [anyBins.join(' / ')] : [])];
    if (programs.length === 0) return undefined;
    const wanted = new Set([...missing, ...(hasNone ? anyBins : [])]);
    const ways = installers
      .filter((each) => each.bins.length === 0 || each.bins.some((name) => wanted.has(name)))
      .map(({ how }) => how);
    return executionTexts.missingProgram(skill.name, { programs, place: there.place, ways });
  } catch (error) {
    if (error instanceof AppError) return error.text;
    throw error;
  }
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
