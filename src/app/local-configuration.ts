// Skills' configuration from a file that a person names on the command line.

import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonObject } from '#base/json.ts';
import { isSecretName, secretsIn } from '#base/secret-values.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import type { ConfiguredSkill } from '#features/execution/index.ts';
import type { Catalogue } from '#features/packages/index.ts';
import { readJsonFile } from './read-json.ts';

export type SkillConfigurations = Readonly<Record<string, JsonObject>>;

/** `{"skill": {"key": value}}`. Throws `input-invalid` with the file's name. */
export async function readConfigurationFile(file: string): Promise<SkillConfigurations> {
  const parsed = await readJsonFile(file);
  if (!isJsonObject(parsed)) throw new AppError('input-invalid', cliTexts.configWrong(file));
  const entries = Object.entries(parsed);
  const own = entries.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
  if (own.length < entries.length) {
    throw new AppError('input-invalid', cliTexts.configWrong(file));
  }
  return Object.fromEntries(own);
}

/** The called skill's own entry, with the values that must never be shown. */
export async function configuredSkill(
  skill: string,
  configurations: SkillConfigurations,
  catalogue: Pick<Catalogue, 'get'>,
): Promise<ConfiguredSkill> {
  const values = Object.hasOwn(configurations, skill) ? (configurations[skill] ?? {}) : {};
  if (Object.keys(values).length === 0) return { values, secrets: [] };
  const declared = (await catalogue.get(skill))?.package.config ?? [];
  const secretNames = new Set(declared.filter(({ secret }) => secret).map(({ name }) => name));
  const secrets = Object.entries(values).flatMap(([name, value]) =>
    secretsIn(value, secretNames.has(name) || isSecretName(name)),
  );
  return { values, secrets };
}
