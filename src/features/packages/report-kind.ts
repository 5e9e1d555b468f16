// Says where a package's kind may surprise its author: another than declared, or an API skill by a file's name.

import type { SkillKind } from '#contract/inspect-report.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findField, placeOf, type Declaration } from './declared/declaration.ts';
import { declaredKind, type KindEvidence } from './declared/package-kind.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';

export interface KindDecision {
  readonly kind: SkillKind;
  readonly evidence: KindEvidence;
  readonly declaration: Declaration;
}

export function reportKind(decision: KindDecision, report: ReportFinding): void {
  const { kind, evidence, declaration } = decision;
  const { api, declared } = evidence;
  if (kind === 'api' && api?.by === 'file') {
    const text = packageFieldTexts.apiByFile(api.file);
    report(findingAt({ file: api.file, line: null }, ['api-by-file', 'low'], text));
  }
  const field = findField(declaration, 'skill_type');
  if (field === undefined || declared === undefined) return;
  const place = placeOf(field);
  const known = declaredKind(declared);
  if (known === undefined) {
    const text = packageFieldTexts.kindUnknown(declared, kind);
    report(findingAt(place, ['skill-type-unknown', 'low'], text));
  } else if (isOther(known, kind)) {
    const text = packageFieldTexts.kindOther(declared, kind);
    report(findingAt(place, ['skill-type-other', 'medium'], text));
  }
  if (kind === 'script' && !evidence.hasCommand && !evidence.hasScript) {
    report(findingAt(place, ['script-missing', 'high'], packageFieldTexts.scriptMissing()));
  }
}

/** `executing` is met by every kind but one's own file: without a handler it was meant to have one. */
function isOther(declared: NonNullable<ReturnType<typeof declaredKind>>, kind: SkillKind): boolean {
  return declared === 'executing' ? kind === 'document' : declared !== kind;
}
