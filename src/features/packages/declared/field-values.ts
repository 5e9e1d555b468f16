// Reads single values of a declaration: texts, flags, durations. Odd ones end in a finding, never in a crash.

import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { placeOf, type DeclaredField } from './declaration.ts';

/** Scalars become texts; a map or a list is refused by name. Undefined where there is nothing. */
export function textOf(
  field: DeclaredField | undefined,
  report: ReportFinding,
): string | undefined {
  if (field === undefined) return undefined;
  const text = scalarText(field.value, field.written);
  if (text === undefined) {
    const where = placeOf(field);
    report(findingAt(where, ['field-not-text', 'high'], packageFieldTexts.notText(field.key)));
  }
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

export function scalarText(value: unknown, written?: string): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return written ?? String(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return value instanceof Date ? value.toISOString() : undefined;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

/** Accepts what people write for a boolean; undefined for anything else. */
export function flagFrom(value: unknown): boolean | undefined {
  const text = scalarText(value)?.trim().toLowerCase();
  return text !== undefined && Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined;
}

export function flagOf(
  field: DeclaredField | undefined,
  report: ReportFinding,
): boolean | undefined {
  if (field === undefined) return undefined;
  const flag = flagFrom(field.value);
  if (flag === undefined) {
    const text = packageFieldTexts.notFlag(field.key);
    report(findingAt(placeOf(field), ['field-not-flag', 'medium'], text));
  }
  return flag;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  '': 1,
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  h: 3600,
};

/** Seconds above 0: a number, or a text such as `600`, `90s`, `10m`. Undefined for anything else. */
export function secondsFrom(value: unknown): number | undefined {
  const text = scalarText(value)?.trim().toLowerCase() ?? '';
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(s|sec|m|min|h)?$/.exec(text) ?? [];
  const seconds = Number(amount) * (UNIT_SECONDS[unit] ?? 1);
  return amount !== '' && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
