// Gives the superuser of a cluster the password of a fresh password file, when the earlier file was lost.

import { rmSync } from 'node:fs';
import { escapeLiteral } from 'pg';
import { programIn } from './find-programs.ts';
import { OWN_FOLDER, runProgram } from './run-program.ts';
import type { ServerParts } from './server-parts.ts';
import { stopServer } from './server-process.ts';
import { startFailure } from './start-failure.ts';

/** Who owns the files needs no password: PostgreSQL's single-user mode asks for none. It can't share the cluster. */
export async function resetPassword(server: ServerParts, password: string): Promise<void> {
  const { folders, account, isFolderOpen, programs } = server;
  await stopServer(server);
  const end = await runProgram({
    program: programIn(programs, 'postgres'),
    args: ['--single', '-D', isFolderOpen ? folders.cluster : OWN_FOLDER, 'postgres'],
    folder: folders.cluster,
    account,
    input: `alter role postgres password ${escapeLiteral(password)}\n`,
  });
  if (end.failure !== undefined)
    throw startFailure({ folders, said: end.output, how: end.failure });
  // The platform's role has to learn its own too.
  rmSync(folders.preparedMark, { force: true });
}
