// Reads a package's handler file (RUN-01) as text; nothing of it is run.

import { join } from 'node:path';
import { packageCodeTexts } from '#contract/texts/package-code-texts.ts';
import type { HandlerFile } from './handler-file.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';
import { reportHandler } from './report-handler.ts';
import { readTextFile } from './text-file.ts';

const HANDLER_FILES = ['handler.py', 'handler.ts', 'handler.js', 'handler.mjs'] as const;

/** The first one there is, in this order; a second one is reported. */
export function readHandler(
  folder: string,
  files: readonly string[],
  report: ReportFinding,
): HandlerFile | undefined {
  const [file, ...others] = HANDLER_FILES.filter((name) => files.includes(name));
  if (file === undefined) return undefined;
  for (const other of others) {
    const text = packageCodeTexts.secondHandler(other, file);
    report(findingAt({ file: other, line: null }, ['handler-second', 'medium'], text));
  }
  const language = file === 'handler.py' ? 'python' : 'node';
  const read = readTextFile(join(folder, file));
  if (read.status === 'read' && !read.isCut) {
    const handler = { file, language, source: read.text } as const;
    reportHandler(handler, report);
    return handler;
  }
  const text =
    read.status === 'read'
      ? packageCodeTexts.handlerTooLarge()
      : packageCodeTexts.handlerUnreadable(read.code);
  const rule = read.status === 'read' ? 'handler-too-large' : 'handler-unreadable';
  report(findingAt({ file, line: null }, [rule, 'high'], text));
  return { file, language, source: '' };
}
