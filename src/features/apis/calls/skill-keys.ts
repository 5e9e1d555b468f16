// What a skill's configuration holds for its calls: keys by name, whatever their case and dashes, and the one that is meant where none is named.

import type { SkillPackage } from '#features/packages/index.ts';

export interface SkillKeys {
  /** The first of these that is configured. */
  find(names: readonly string[]): string | undefined;
  /** The skill's own key (API-06). */
  readonly primary: string | undefined;
  /** Takes the place of the description's address. */
  readonly baseUrl: string | undefined;
}

/** What authors call it where their package doesn't say. */
const USUAL_NAMES = [
  'api_key',
  'api_token',
  'apikey',
  'access_token',
  'bearer_token',
  'token',
  'key',
];

export function createSkillKeys(
  environment: Readonly<Record<string, string>>,
  skill: Pick<SkillPackage, 'config' | 'requires'> | undefined,
): SkillKeys {
  const values = new Map(
    Object.entries(environment)
      .filter(([, value]) => value.trim() !== '')
      .map(([name, value]) => [plain(name), value.trim()]),
  );
  const find = (names: readonly string[]): string | undefined =>
    names.map((name) => values.get(plain(name))).find((value) => value !== undefined);
  const declared = [
    ...(skill?.requires.primaryEnv === undefined ? [] : [skill.requires.primaryEnv]),
    ...(skill?.config ?? []).filter(({ secret }) => secret).map(({ name }) => name),
  ];
  return {
    find,
    primary: find([...declared, ...USUAL_NAMES]),
    baseUrl: find(['base_url', 'api_base_url']),
  };
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
}
