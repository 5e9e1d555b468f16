// Runs one of PostgreSQL's programs to its end, as the server's user.

import { spawn } from 'node:child_process';
import { systemEnvironment } from '../child-process.ts';
import type { ServerAccount } from './server-account.ts';

export interface ProgramRequest {
  readonly program: string;
  readonly args: readonly string[];
  /** Entered while we are still ourselves, so that the user need not be able to get there. */
  readonly folder: string;
  readonly account: ServerAccount | undefined;
  readonly input?: string;
}

export interface ProgramEnd {
  /** `exit code 1`, `SIGKILL` or the system's code where it did not start; undefined where all went well. */
  readonly failure: string | undefined;
  readonly output: string;
}

/** PostgreSQL's name for the folder that it was started in: it works also where no path to it is open. */
export const OWN_FOLDER = '/proc/self/cwd';

/** Messages in English, since they are read by `startFailure`, and no time zone of the machine's. */
export function serverEnvironment(): Readonly<Record<string, string>> {
  return { ...systemEnvironment(), LC_ALL: 'C', TZ: 'UTC' };
}

/** The user and group to start a process as. */
export function asAccount(account: ServerAccount | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

export function runProgram(request: ProgramRequest): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const child = spawn(request.program, request.args, {
    ...asAccount(request.account),
    cwd: request.folder,
    env: serverEnvironment(),
    detached: true,
    stdio: 'pipe',
  });
  let output = '';
  const add = (chunk: Buffer) => (output += chunk.toString('utf8'));
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  child.stdin.on('error', () => undefined);
  child.stdin.end(request.input ?? '');
  child.on('error', (error) => resolve({ failure: error.message, output }));
  child.on('close', (code, signal) => {
    const failure = code === 0 ? undefined : (signal ?? `exit code ${code}`);
    resolve({ failure, output });
  });
  return promise;
}
