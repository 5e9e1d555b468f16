// From what PostgreSQL wrote before it gave up to a sentence that says what to do.

import { statfsSync } from 'node:fs';
import { AppError } from '#base/app-error.ts';
import { sameText, type Text } from '#base/text.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import type { PostgresFolders } from './postgres-folders.ts';

export interface StartFailureParts {
  readonly folders: PostgresFolders;
  /** What it wrote. */
  readonly said: string;
  /** `exit code 1`, say. */
  readonly how: string;
}

const LEAST_FREE_BYTES = 1024 * 1024;
const NO_ROOM = /No space left on device|Disk quota exceeded/;
/** Processes of a killed server that are not gone yet. */
const HELD = /pre-existing shared memory block .* is still in use/;
const OTHER_VERSION =
  /initialized by PostgreSQL version (\S+), which is not compatible with this version (\d+)/;
/** Another server was faster. */
const TAKEN = /lock file "postmaster\.pid" already exists/;

export function isHeldByEarlier(said: string): boolean {
  return HELD.test(said);
}

export function isTakenByAnother(said: string): boolean {
  return TAKEN.test(said);
}

/** Always `database-unavailable`. */
export function startFailure(parts: StartFailureParts): AppError {
  const { said, how } = parts;
  return new AppError('database-unavailable', textOf(parts), {
    details: { said: tailOf(said), how },
  });
}

/** Whether the disk of `folder` has no room left for anything. */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}

function textOf({ folders, said, how }: StartFailureParts): Text {
  const reason = reasonIn(said);
  const isSilent = reason === undefined;
  if (NO_ROOM.test(said) || (isSilent && isDiskFull(folders.data)))
    return postgresTexts.diskFull(folders.data);
  if (isSilent) return postgresTexts.refused(postgresTexts.endedSilently(how), folders.log);
  const known = KNOWN.find(([pattern]) => pattern.test(said));
  return known === undefined
    ? postgresTexts.refused(sameText(reason), folders.log)
    : known[1](reason, folders, said);
}

const KNOWN: readonly (readonly [
  RegExp,
  (reason: string, folders: PostgresFolders, said: string) => Text,
])[] = [
  [HELD, (_, { cluster }) => postgresTexts.stillHeld(cluster)],
  [
    OTHER_VERSION,
    (_, { cluster }, said) => {
      const [, found = '?', own = '?'] = OTHER_VERSION.exec(said) ?? [];
      return postgresTexts.otherVersion({ cluster, found, own });
    },
  ],
  [/GLIBC_|while loading shared libraries/, (said) => postgresTexts.wrongLibrary(said)],
  [
    /could not create (any )?(Unix-domain|TCP\/IP) socket|could not bind|\.s\.PGSQL\.\d+\.lock" already exists/,
    (said, { log }) => postgresTexts.addressTaken(said, log),
  ],
  [
    /Permission denied|Operation not permitted|wrong ownership|invalid permissions/,
    (said, { log }) => postgresTexts.noPermission(said, log),
  ],
  [
    /could not (create|map|resize|allocate) .*memory|Cannot allocate memory|out of memory/i,
    (said) => postgresTexts.noMemory(said),
  ],
  [
    /incorrect checksum in control file|incompatible with server|control file|checkpoint record|invalid data in file|PANIC:|is not a valid data directory|is missing|does not exist|could not (open|read) file/,
    (said, { cluster }) => postgresTexts.damaged(cluster, said),
  ],
];

/** The first line that says why, without the time and the process before it. */
function reasonIn(said: string): string | undefined {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const worst = lines.find((line) => /\b(FATAL|PANIC):/.test(line));
  const own = lines.find((line) =>
    /^(postgres|initdb): (error|could not|.*"root")|GLIBC|shared librar/.test(line),
  );
  const line = worst ?? own ?? lines.find((each) => !/\b(LOG|HINT|DETAIL):/.test(each));
  return line?.replace(/^.*?\b(FATAL|PANIC|error): +/, '').trim();
}

function tailOf(said: string): string {
  return said.slice(-2000);
}
