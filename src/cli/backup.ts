// `qiao backup FILE`: the whole instance in one file.

import type { Language } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type {
  BackupReport,
  InstanceParts,
  Progress,
  RestoreParts,
  RestoreReport,
} from '#system/backup/backup-parts.ts';
import { createBackup } from '#system/backup/create-backup.ts';
import type { CommandContext } from './command-context.ts';
import { jsonText } from './print-json.ts';
import type { Terminal } from './terminal.ts';

/** How the command reaches the instance, whoever starts its database. */
export interface InstanceContext extends CommandContext {
  /** Opens the database WITHOUT migrating it; `close` gives back what was started for it. */
  readonly openInstance: () => Promise<{
    readonly parts: InstanceParts & RestoreParts;
    readonly close: () => Promise<void>;
  }>;
  readonly signal?: AbortSignal;
}

export interface BackupCommandOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** The exit code: 1 where something could not be put into the backup, which is listed then. */
export async function backup(
  { terminal, openInstance, signal }: InstanceContext,
  file: string,
  options: BackupCommandOptions,
): Promise<number> {
  const { language } = terminal;
  const { parts, close } = await openInstance();
  try {
    const report = await createBackup(parts, file, {
      force: options.force === true,
      onProgress: (progress) => terminal.progress(progressLine(progress, terminal)),
      ...(signal === undefined ? {} : { signal }),
    });
    if (options.json === true) {
      terminal.print(jsonText(reportJson(report, language)));
      return report.leftOut.length === 0 ? 0 : 1;
    }
    terminal.print(backupTexts.made(report.file, sizeText(report.bytes), report)[language]);
    for (const remark of report.remarks) terminal.remark(remark);
    if (report.leftOut.length === 0) return 0;
    terminal.complain(backupTexts.leftOutHeading(report.leftOut.length));
    for (const text of report.leftOut) terminal.complain(`- ${text[language]}`);
    return 1;
  } finally {
    await close();
  }
}

/** What both commands tell a program. */
export function reportJson(report: BackupReport | RestoreReport, language: Language): object {
  const { tables, rows, files, leftOut, remarks } = report;
  return {
    ...('file' in report
      ? { file: report.file, bytes: report.bytes }
      : { taken_at: report.takenAt.toISOString() }),
    tables,
    rows,
    files,
    left_out: leftOut.map((text) => text[language]),
    remarks: remarks.map((text) => text[language]),
  };
}

export function progressLine(progress: Progress, { language }: Terminal): string {
  const stage = backupTexts.stages[progress.stage]()[language];
  return `${stage} ${progress.done + 1}/${progress.total} ${progress.name}`;
}

const MEGABYTE = 1_000_000;

function sizeText(bytes: number): string {
  return bytes < MEGABYTE ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
