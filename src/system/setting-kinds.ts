// How a variable's value is read, and what is said where it is wrong: one function for each kind of value.

import * as z from 'zod';
import type { Text } from '#base/text.ts';
import { settingTexts } from '#contract/texts/setting-texts.ts';

interface SettingKind<Value> {
  readonly schema: z.ZodType<Value>;
  readonly expected: Text;
}

const MOST_SECONDS = 7 * 24 * 3600;

export function count(
  preset: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): SettingKind<number> {
  const { schema, expected } = givenCount(least, most);
  return { schema: schema.default(preset), expected };
}

export function optionalCount(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): SettingKind<number | undefined> {
  const { schema, expected } = givenCount(least, most);
  return { schema: schema.optional(), expected };
}

function givenCount(least: number, most: number) {
  return {
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most)),
    expected: settingTexts.wholeNumber(least, most),
  };
}

export function seconds(preset: number): SettingKind<number> {
  return {
    schema: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .pipe(z.number().positive().max(MOST_SECONDS))
      .default(preset),
    expected: settingTexts.seconds(MOST_SECONDS),
  };
}

export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  preset: Values[number],
): SettingKind<Values[number]> {
  return {
    schema: z.enum(values).default(preset as z.core.util.NoUndefined<Values[number]>),
    expected: settingTexts.oneOf(values),
  };
}

export function optionalText(): SettingKind<string | undefined> {
  return { schema: z.string().optional(), expected: settingTexts.text() };
}

export function address(preset: string): SettingKind<string> {
  return {
    schema: z.url({ protocol: /^https?$/ }).default(preset),
    expected: settingTexts.url(['http://', 'https://']),
  };
}
