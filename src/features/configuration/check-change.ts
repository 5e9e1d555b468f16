// What may be saved as configuration, told before anything is written.

import { AppError } from '#base/app-error.ts';
import { isDeeperThan, type JsonValue } from '#base/json.ts';
import { isSecretName, secretsIn } from '#base/secret-values.ts';
import type { Text } from '#base/text.ts';
import { configurationTexts } from '#contract/texts/configuration-texts.ts';
import type { ConfigurationChange } from './configuration.ts';

/** In one layer, for one skill. */
export const MOST_VALUES = 100;
const LARGEST_VALUE_KB = 64;
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,127}$/u;
const SKILL = /^[^\p{Cc}]{1,200}$/u;

export interface CheckedValue {
  readonly name: string;
  readonly value: JsonValue;
  /** As it is stored. */
  readonly json: string;
  readonly secrecy: Secrecy;
}

/** Of the value: nothing, something inside it, or all of it. What is not `none` is sealed. */
export const SECRECIES = ['none', 'part', 'whole'] as const;
type Secrecy = (typeof SECRECIES)[number];

export interface CheckedChange {
  /** By name, so that two changes at once lock rows in one order. */
  readonly values: readonly CheckedValue[];
  readonly removed: readonly string[];
  /** To be sealed as they are saved. */
  readonly hidden: readonly string[];
}

/** Throws `input-invalid`, naming what is wrong and never the value. */
export function checkChange({
  values,
  secretNames,
  declaredSecrets = [],
}: ConfigurationChange): CheckedChange {
  const names = Object.keys(values).toSorted();
  const secret = new Set([...secretNames, ...declaredSecrets]);
  for (const name of names) {
    if (!NAME.test(name) || name === '__proto__') throw invalid(configurationTexts.nameWrong(name));
  }
  const isKept = (name: string) => values[name] !== null && values[name] !== undefined;
  return {
    values: names
      .filter(isKept)
      .map((name) => checkValue(name, values[name] ?? null, secret.has(name))),
    removed: names.filter((name) => !isKept(name)),
    hidden: [...new Set(secretNames)].filter((name) => !Object.hasOwn(values, name)).toSorted(),
  };
}

export function checkSkill(skill: string): void {
  if (!SKILL.test(skill)) throw invalid(configurationTexts.skillWrong());
}

function checkValue(name: string, value: JsonValue, isDeclaredSecret: boolean): CheckedValue {
  if (isDeeperThan(value)) throw invalid(configurationTexts.valueTooDeep(name));
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > LARGEST_VALUE_KB * 1024) {
    throw invalid(configurationTexts.valueTooLarge(name, LARGEST_VALUE_KB));
  }
  return { name, value, json, secrecy: secrecyOf(value, isDeclaredSecret || isSecretName(name)) };
}

function secrecyOf(value: JsonValue, isNamedSecret: boolean): Secrecy {
  if (isNamedSecret) return 'whole';
  return secretsIn(value, false).length > 0 ? 'part' : 'none';
}

function invalid(text: Text): AppError {
  return new AppError('input-invalid', text);
}

/** Whether the value is stored encrypted, and never shown. */
export function isSealed({ secrecy }: Pick<CheckedValue, 'secrecy'>): boolean {
  return secrecy !== 'none';
}
