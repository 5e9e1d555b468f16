// As whom the embedded server runs: PostgreSQL refuses to run as root, so root hands it to a lower user.

import { chownSync, lchownSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { systemCode } from './system-code.ts';

export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** In this order; each machine has at least one. No sandbox of a skill may run as the same. */
const LOWER_USERS = ['postgres', 'nobody', 'daemon'];

/** Undefined where we run as an ordinary user, and so does the server. A cluster stays with whom it belongs to. */
export function serverAccount(cluster: string): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) {
    const name = accounts.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid);
    return { name, uid: owner.uid, gid: owner.gid };
  }
  const found = LOWER_USERS.flatMap((name) => accounts.find((each) => each.name === name) ?? []);
  if (found[0] !== undefined) return found[0];
  throw new AppError('database-unavailable', postgresTexts.noLowerUser());
}

/** Whether `account` may pass every folder above `path` and has `bits` (4 read, 1 run or enter) on it. Knows no ACLs. */
export function canReach(path: string, account: ServerAccount, bits: number): boolean {
  try {
    const real = realpathSync(path);
    if (!allows(statSync(real), account, bits)) return false;
    for (let at = real; at !== dirname(at);) {
      at = dirname(at);
      if (!allows(statSync(at), account, 1)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Gives a folder and all in it to `account`. */
export async function giveFolder(folder: string, account: ServerAccount): Promise<void> {
  try {
    for (const entry of await readdir(folder, { recursive: true }))
      lchownSync(join(folder, entry), account.uid, account.gid);
    // Last: the folder's owner says that all is done.
    chownSync(folder, account.uid, account.gid);
  } catch (cause) {
    const text = postgresTexts.cannotGive(folder, account.name, systemCode(cause));
    throw new AppError('database-unavailable', text, { cause });
  }
}

function allows(stats: Stats, account: ServerAccount, bits: number): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
  // oxlint-disable-next-line no-bitwise -- permissions are bits
  return ((stats.mode >> shift) & bits) === bits;
}

function readAccounts(): readonly ServerAccount[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined || uid === '0') return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}
