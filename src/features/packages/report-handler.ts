// Says where a handler can't be started, as far as that is certain from its text alone.

import { packageHandlerTexts } from '#contract/texts/package-handler-texts.ts';
import { findHandlerEntry } from './code/handler-entry.ts';
import { findNodeFault } from './code/node-source-fault.ts';
import { findPythonFault } from './code/python-source-fault.ts';
import type { HandlerFile } from './handler-file.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';

/** Characters; what is longer was made by a program, which closes its brackets. */
const LONGEST_CHECKED = 262_144;

export function reportHandler(handler: HandlerFile, report: ReportFinding): void {
  const { file, language, source } = handler;
  if (source.length > LONGEST_CHECKED) return;
  const fault = language === 'python' ? findPythonFault(source) : findNodeFault(source);
  if (fault !== undefined) {
    const text =
      'mark' in fault
        ? packageHandlerTexts.unparsable(fault.type, fault.mark)
        : packageHandlerTexts.indentation(fault.type);
    report(findingAt({ file, line: fault.line }, ['handler-unparsable', 'high'], text));
    return;
  }
  const entry = findHandlerEntry(source, language);
  if (entry.status === 'present') return;
  const place = { file, line: entry.near?.line ?? null };
  const text = packageHandlerTexts.noEntry(language, entry.near);
  report(findingAt(place, ['handler-no-entry', 'high'], text));
}
