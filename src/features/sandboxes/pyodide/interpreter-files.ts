// Where the interpreter's parts lie: our own program for its process, and Pyodide as it is installed.

import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, messageOf } from '#base/app-error.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';

export interface InterpreterFiles {
  /** Folder of the process's program, which imports nothing from elsewhere but Node and Pyodide. */
  readonly programFolder: string;
  /** Pyodide's folder, ending with a separator. */
  readonly pyodideFolder: string;
  /** Another one wherever a memory that was stored would not fit. */
  readonly version: string;
}

const MAIN = fileURLToPath(new URL('./interpreter/main.ts', import.meta.url));

/** Absolute paths without links. Throws `sandbox-unavailable` where something is missing. */
export async function findInterpreterFiles(): Promise<InterpreterFiles> {
  try {
    const manifest = createRequire(import.meta.url).resolve('pyodide/package.json');
    const programFolder = await realpath(dirname(MAIN));
    const hash = createHash('sha256')
      .update(process.version)
      .update(await readFile(manifest));
    for (const name of (await readdir(programFolder)).toSorted()) {
      hash.update(name).update(await readFile(join(programFolder, name)));
    }
    const version = hash.digest('hex').slice(0, 32);
    return { programFolder, pyodideFolder: `${await realpath(dirname(manifest))}${sep}`, version };
  } catch (cause) {
    throw new AppError('sandbox-unavailable', codeTexts.notInstalled(messageOf(cause)), { cause });
  }
}
