// The embedded server's secret: a file of ours beside the cluster, from which both roles' passwords come.

import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { systemCode } from './system-code.ts';

export interface PostgresPassword {
  /** The superuser's. */
  readonly superuser: string;
  /** The platform's own role's: who learns it learns nothing of the other. */
  readonly platform: string;
  /** Whether the file was missing: then a cluster that is there already does not know the password yet. */
  readonly isNew: boolean;
}

/** Throws `database-unavailable` where the file can't be read or written. */
export function readPassword(file: string): PostgresPassword {
  try {
    const found = readFrom(file);
    const secret = found ?? createIn(file);
    const platform = createHmac('sha256', secret).update('qiao').digest('hex');
    return { superuser: secret, platform, isNew: found === undefined };
  } catch (cause) {
    const code = systemCode(cause);
    const text = /ENOSPC|EDQUOT/.test(code)
      ? postgresTexts.diskFull(dirname(file))
      : postgresTexts.passwordUnreadable(file, code);
    throw new AppError('database-unavailable', text, { cause });
  }
}

function readFrom(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  // oxlint-disable-next-line no-bitwise -- permissions are bits
  if ((stats.mode & 0o77) !== 0) chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  return secret === '' ? undefined : secret;
}

/** The file appears whole, and of two processes that make one at once both get the same. */
function createIn(file: string): string {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(fresh, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
    linkSync(fresh, file);
  } catch (error) {
    // There are file systems without such links.
    if (systemCode(error) !== 'EEXIST') renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
