// Whether the model may choose a document skill by itself (DOC-01).

import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { findField, placeOf, type Declaration } from './declaration.ts';
import { flagOf, textOf } from './field-values.ts';

/** `explicit`, the other value that is given, or `disable-model-invocation`. */
export function readTriggerType(declaration: Declaration, report: ReportFinding): string {
  const isDisabled = flagOf(findField(declaration, 'disable_model_invocation'), report);
  if (isDisabled === true) return 'disable-model-invocation';
  const field = findField(declaration, 'trigger_type');
  const trigger = textOf(field, report) ?? 'explicit';
  if (field !== undefined && trigger !== 'explicit') {
    const text = packageFieldTexts.triggerOther(trigger);
    report(findingAt(placeOf(field), ['trigger-type-other', 'low'], text));
  }
  return trigger;
}
