// Whether the model may choose a document skill by itself (DOC-01).

import type { ReportFinding } from '../report-finding.ts';
import { findField, type Declaration } from './declaration.ts';
import { flagOf, textOf } from './field-values.ts';

/** `explicit`, the other value that is given, or `disable-model-invocation`. */
export function readTriggerType(declaration: Declaration, report: ReportFinding): string {
  const isDisabled = flagOf(findField(declaration, 'disable_model_invocation'), report);
  if (isDisabled === true) return 'disable-model-invocation';
  return textOf(findField(declaration, 'trigger_type'), report) ?? 'explicit';
}
