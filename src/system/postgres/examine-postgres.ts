// What `qiao doctor` says of the database, found without starting anything.

import { realpathSync } from 'node:fs';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { hasCluster, refuseNoAccount } from './create-cluster.ts';
import { checkPrograms } from './find-programs.ts';
import type { OpenPostgresParts } from './open-postgres.ts';
import { openOutsideDatabase } from './outside-database.ts';
import { postgresFolders } from './postgres-folders.ts';
import { serverAccount } from './server-account.ts';
import { readServerState } from './server-state.ts';
import { isDiskFull } from './start-failure.ts';

export interface PostgresExamination {
  readonly status: 'ok' | 'limited' | 'missing';
  readonly detail: Text;
  readonly remedy?: Text;
}

/** Starts and writes nothing; an outside database is connected to once. */
export async function examinePostgres(
  parts: Omit<OpenPostgresParts, 'onEvent'>,
): Promise<PostgresExamination> {
  const { databaseUrl, sharesDatabase } = parts;
  try {
    if (databaseUrl === undefined) return { status: 'ok', detail: examineEmbedded(parts) };
    const { version, place, isHardened } = await openOutsideDatabase({
      databaseUrl,
      sharesDatabase,
    });
    const detail = postgresTexts.outsideFound(place, version);
    if (isHardened) return { status: 'ok', detail };
    return { status: 'limited', detail, remedy: postgresTexts.notHardened() };
  } catch (error) {
    const remedy =
      databaseUrl === undefined ? postgresTexts.embeddedRemedy() : postgresTexts.outsideRemedy();
    return { status: 'missing', detail: AppError.from(error).text, remedy };
  }
}

function examineEmbedded({ dataFolder, programs }: Omit<OpenPostgresParts, 'onEvent'>): Text {
  checkPrograms(programs);
  const folders = postgresFolders(realOr(dataFolder));
  serverAccount(folders.cluster);
  if (!hasCluster(folders.cluster)) {
    refuseNoAccount();
    return postgresTexts.embeddedFresh();
  }
  const state = readServerState(folders.cluster);
  if ('pid' in state) return postgresTexts.embeddedRuns(state.pid);
  if (isDiskFull(folders.data))
    throw new AppError('database-unavailable', postgresTexts.diskFull(folders.data));
  return postgresTexts.embeddedRests();
}

function realOr(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
