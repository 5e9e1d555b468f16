// How the readers of a package say what they found odd.

import type { FindingText } from '#contract/texts/package-texts.ts';
import type { PackageFinding } from './skill-package.ts';

export type ReportFinding = (finding: PackageFinding) => void;

/** One place of a package, as findings name it. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
}

/** A finding from its three parts; `rule` and `severity` stay readable where it is reported. */
export function findingAt(
  place: Place,
  rule: readonly [PackageFinding['rule'], PackageFinding['severity']],
  text: FindingText,
): PackageFinding {
  return { rule: rule[0], severity: rule[1], file: place.file, line: place.line, ...text };
}
