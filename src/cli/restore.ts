// `qiao restore FILE`: a backup into an empty instance.

import { examineBackup } from '#app/examine-backup.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { Progress } from '#system/backup/backup-parts.ts';
import { restoreBackup } from '#system/backup/restore-backup.ts';
import {
  progressLine,
  reportJson,
  type BackupCommandOptions,
  type InstanceContext,
} from './backup.ts';
import { jsonText } from './print-json.ts';

export async function restore(
  { terminal, openInstance, signal }: InstanceContext,
  file: string,
  options: BackupCommandOptions,
): Promise<number> {
  const { language } = terminal;
  const how = {
    force: options.force === true,
    onProgress: (progress: Progress) => terminal.progress(progressLine(progress, terminal)),
    ...(signal === undefined ? {} : { signal }),
  };
  const backup = await examineBackup(file, how);
  const { parts, close } = await openInstance().catch(async (error: unknown) => {
    await backup.zip.close();
    throw error;
  });
  try {
    const report = await restoreBackup(parts, backup, how);
    if (options.json === true) {
      terminal.print(jsonText(reportJson(report, language)));
      return 0;
    }
    const takenAt = report.takenAt.toISOString();
    terminal.print(backupTexts.restored(file, takenAt, report)[language]);
    for (const remark of report.remarks) terminal.complain(remark);
    if (report.leftOut.length > 0) {
      terminal.complain(backupTexts.leftOutHeading(report.leftOut.length));
      for (const text of report.leftOut) terminal.complain(`- ${text[language]}`);
    }
    return 0;
  } finally {
    await close();
  }
}
