// The wall clock that a package declares for itself (CLK-01).

import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { findField, placeOf, type Declaration } from './declaration.ts';
import { secondsFrom } from './field-values.ts';
import type { ForeignMetadata } from './foreign-metadata.ts';

/** Seconds, uncapped: `wall_sec`, else `timeout_sec`, else `metadata.openclaw.timeout`. */
export function readWallSeconds(
  declaration: Declaration,
  metadata: ForeignMetadata | undefined,
  report: ReportFinding,
): number | undefined {
  const declared = ['wall_sec', 'timeout_sec']
    .map((name) => findField(declaration, name))
    .filter((field) => field !== undefined)
    .map((field) => ({ key: field.key, value: field.value, place: placeOf(field) }));
  const foreign = metadata?.values['timeout'];
  const hasNamespace = metadata !== undefined && metadata.path !== 'metadata';
  if (hasNamespace && foreign !== undefined && foreign !== null) {
    const place = placeOf(metadata.field, 'timeout');
    declared.push({ key: `${metadata.path}.timeout`, value: foreign, place });
  }
  for (const { key, value, place } of declared) {
    const seconds = secondsFrom(value);
    if (seconds !== undefined) return seconds;
    report(findingAt(place, ['wall-clock-invalid', 'medium'], packageFieldTexts.notSeconds(key)));
  }
  return undefined;
}
