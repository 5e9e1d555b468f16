// Which PostgreSQL the programs of PG_BIN_DIR are: asked where it matters, since asking costs a process.

import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { programIn } from './find-programs.ts';
import { runProgram } from './run-program.ts';
import type { ServerParts } from './server-parts.ts';

const MAJOR = '18';

/** Our own are of the right one. Throws `database-unavailable` with what was found. */
export async function refuseOtherVersion(parts: ServerParts): Promise<void> {
  const { programs, account, socketFolder, isGivenFolder } = parts;
  if (!isGivenFolder) return;
  const program = programIn(programs, 'postgres');
  const { output } = await runProgram({ program, args: ['-V'], folder: socketFolder, account });
  if (output.includes(`(PostgreSQL) ${MAJOR}.`)) return;
  const text = postgresTexts.programVersion(programs, output.trim());
  throw new AppError('database-unavailable', text);
}
