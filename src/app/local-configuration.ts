// Skills' configuration from a file that a person names on the command line.

import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import type { ConfiguredSkill } from '#features/execution/index.ts';
import type { Catalogue } from '#features/packages/index.ts';
import { readJsonFile } from './read-json.ts';

export type SkillConfigurations = Readonly<Record<string, JsonObject>>;

/** Names of values that are secret even where the package does not say so. */
const SECRET_NAME = /key|token|secret|passw|credential|auth|cookie/i;

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
    secretTexts(value, secretNames.has(name) || SECRET_NAME.test(name)),
  );
  return { values, secrets };
}

/** Every text and number in a secret value, and in a plain one those under a name that tells a secret. */
function secretTexts(value: JsonValue, isSecret: boolean): string[] {
  if (typeof value === 'string' || typeof value === 'number')
    return isSecret ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((each) => secretTexts(each, isSecret));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    secretTexts(each, isSecret || SECRET_NAME.test(name)),
  );
}
