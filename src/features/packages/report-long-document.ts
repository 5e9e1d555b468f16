// Says where a document is longer than whoever follows it sees at first (DOC-11).

import type { SkillKind } from '#contract/inspect-report.ts';
import { packageHandlerTexts } from '#contract/texts/package-handler-texts.ts';
import { DOCUMENT_CHARS } from './cut-document.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';

export interface LongDocumentParts {
  readonly kind: SkillKind;
  /** The main document without its front matter. */
  readonly body: string;
  readonly file: string;
}

export function reportLongDocument(parts: LongDocumentParts, report: ReportFinding): void {
  const { kind, body, file } = parts;
  if ((kind !== 'document' && kind !== 'api') || body.length <= DOCUMENT_CHARS) return;
  const text = packageHandlerTexts.documentLong(body.length, DOCUMENT_CHARS);
  report(findingAt({ file, line: null }, ['document-long', 'medium'], text));
}
