// Starts a process: in a session of its own, with an environment of its own, and dying with the server.

import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { processTexts } from '#contract/texts/process-texts.ts';

/** What programs need to work at all; nothing of it is a secret. */
const SYSTEM_VARIABLES = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const;

const CONTAINER_CLIENT = /^(?:DOCKER|CONTAINER|PODMAN)_|^XDG_RUNTIME_DIR$/;

export interface ChildRequest {
  readonly command: readonly [string, ...string[]];
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Whether file descriptor 3 is a duplex socket. */
  readonly hasChannel: boolean;
}

/** The variables of the server's own environment that any process may have (CLI-08). */
export function systemEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SYSTEM_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Where a client of Docker or Podman finds its engine; for that client alone. */
export function containerClientEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && CONTAINER_CLIENT.test(name) ? [[name, value]] : [],
    ),
  );
}

/**
 * Starts `request.command` as the leader of its own session and group; standard input is closed.
 * Throws `spawn-failed` with `details.systemCode`. What Node itself learns late (EAGAIN, EMFILE) comes as the
 * child's `error` event, with no `pid`; `spawnFailure` turns it into the same error.
 */
export function startChild(request: ChildRequest): ChildProcess {
  refuseNul(request);
  const [program, ...args] = request.command;
  const path = request.environment.PATH ?? '';
  const found = findProgram(program, path, request.folder);
  if (!isFolder(request.folder))
    throw refused('ENOENT', processTexts.folderMissing(request.folder));
  const [first, ...rest] = [...deathSignalPrefix(), found, ...args];
  try {
    return spawn(first ?? found, rest, {
      cwd: request.folder,
      env: { ...request.environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(request.hasChannel ? (['pipe'] as const) : [])],
    });
  } catch (error) {
    throw spawnFailure(program, error);
  }
}

/**
 * The absolute path of a program, looked up as the system would; `path` is a PATH variable.
 * Throws `spawn-failed` with `details.systemCode` ENOENT or EACCES.
 */
export function findProgram(program: string, path: string, folder: string): string {
  const candidates = program.includes('/')
    ? [resolve(folder, program)]
    : path.split(delimiter).flatMap((place) => (place === '' ? [] : [join(place, program)]));
  const files = candidates.filter(isFile);
  const runnable = files.find(isExecutable);
  if (runnable !== undefined) return runnable;
  throw files.length === 0
    ? refused('ENOENT', processTexts.programMissing(program))
    : refused('EACCES', processTexts.programNotExecutable(program));
}

/** What a failed spawn threw or emitted, as an `AppError` with `details.systemCode`. */
export function spawnFailure(program: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
  const text = processTexts.spawnRefused(program, code);
  return new AppError('spawn-failed', text, { cause, details: { systemCode: code } });
}

let knownPrefix: readonly string[] | undefined;

/**
 * A program in front that lets the kernel kill the child when the server's thread ends, where there is one.
 * Looked up once: it is a fact about the machine. Busybox has a `setpriv` without the option, under its own name.
 */
function deathSignalPrefix(): readonly string[] {
  knownPrefix ??= process.platform === 'linux' ? findDeathSignal() : [];
  return knownPrefix;
}

function findDeathSignal(): readonly string[] {
  try {
    const program = findProgram('setpriv', systemEnvironment().PATH ?? '', '/');
    const isOwnProgram = basename(realpathSync(program)) === 'setpriv';
    return isOwnProgram ? [program, '--pdeathsig', 'KILL', '--'] : [];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Node would refuse these too, but its error repeats the value, which may be a secret. */
function refuseNul({ command, environment }: ChildRequest): void {
  const position = command.findIndex((part) => part.includes('\0'));
  if (position !== -1) throw refused('EINVAL', processTexts.containsNul(`argv[${position}]`));
  const variable = Object.entries(environment).find((pair) => pair.join('').includes('\0'));
  if (variable !== undefined) {
    throw refused('EINVAL', processTexts.containsNul(variable[0].replaceAll('\0', '�')));
  }
}

function refused(systemCode: string, text: AppError['text']): AppError {
  return new AppError('spawn-failed', text, { details: { systemCode } });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
