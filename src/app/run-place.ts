// What the place where skills run has to offer: asked inside the sandbox, or of this machine where that is the place.

import { tmpdir } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { RunPlace } from '#features/execution/index.ts';
import type { Sandboxes, SandboxRequest } from '#features/sandboxes/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import { hasProgram } from './has-program.ts';

/** A program does not go away while one works; one that is missing is being installed by whoever was told. */
const FOUND_MS = 10 * 60_000;
const MISSING_MS = 10_000;
const MEMORY_BYTES = 256 * 1024 * 1024;
/** Prints the system's name, and then each argument that is a program. */
const QUESTION =
  'uname -s; for name; do command -v "$name" >/dev/null 2>&1 && printf "%s\\n" "$name"; done; exit 0';
/** What a shell could take for an option, or for two names, is no program's name. */
const NAME = /^[\w./+@~][\w./+@~-]*$/;

type Place = Pick<Sandboxes, 'name' | 'start' | 'state'>;

/**
 * Handlers and scripts run on this machine's own programs, and so do a document's commands where it needs any; only where
 * no sandbox has them a container does (`shellPlaceOf`).
 */
export function createRunPlace(sandboxes: Place): Pick<RunPlace, 'look'> {
  if (sandboxes.name === 'off') return { look: async (_, names) => onThisMachine(names) };
  const own = createAsker(sandboxes, 'own');
  const any = createAsker(sandboxes, 'any');
  const lookThere = async (...[kind, names]: Parameters<RunPlace['look']>) => {
    try {
      return { found: await own(names), programs: 'own' } as const;
    } catch (error) {
      const hasOther = kind === 'document' && error instanceof AppError;
      if (!hasOther || error.code !== 'sandbox-unavailable') throw error;
      return { found: await any(names), programs: 'any' } as const;
    }
  };
  return {
    look: async (kind, names) => {
      const { found, programs } = await lookThere(kind, names);
      const isWhole = names.every((name) => found.programs.has(name));
      // Which one it is matters to who is told that something lacks.
      const place = isWhole ? sandboxes.name : (await sandboxes.state())[programs];
      return { ...found, place };
    },
  };
}

function onThisMachine(names: readonly string[]) {
  const programs = new Set(names.filter((name) => hasProgram(name)));
  return { place: undefined, system: process.platform, programs };
}

interface Answer {
  readonly system: string;
  readonly programs: ReadonlySet<string>;
}

/** All who ask at once, as for a list of skills, are answered by one process, and others later from memory. */
function createAsker(sandbox: Place, programs: 'own' | 'any') {
  const known = new Map<string, { readonly isThere: boolean; readonly until: number }>();
  let system = '';
  let asking: { readonly names: Set<string>; readonly answered: Promise<void> } | undefined;

  const answer = async (wanted: ReadonlySet<string>) => {
    // Others who ask now are still taken in.
    await Promise.resolve();
    asking = undefined;
    const told = await ask(sandbox, programs, [...wanted]);
    const now = performance.now();
    system = told.system;
    for (const name of wanted) {
      const isThere = told.programs.has(name);
      known.set(name, { isThere, until: now + (isThere ? FOUND_MS : MISSING_MS) });
    }
  };
  const lookFor = async (names: readonly string[]) => {
    const wanted = asking?.names ?? new Set<string>();
    for (const name of names) wanted.add(name);
    asking ??= { names: wanted, answered: answer(wanted) };
    await asking.answered;
  };
  const isFresh = (name: string) => (known.get(name)?.until ?? 0) > performance.now();

  return async (names: readonly string[]): Promise<Answer> => {
    const unknown = names.filter((name) => NAME.test(name) && !isFresh(name));
    if (unknown.length > 0 || system === '') await lookFor(unknown);
    const found = names.filter((name) => known.get(name)?.isThere === true);
    return { system, programs: new Set(found) };
  };
}

/** Throws `sandbox-unavailable` where nothing answers: a gate that can't be looked at stays shut. */
async function ask(
  sandbox: Place,
  programs: NonNullable<SandboxRequest['programs']>,
  names: readonly string[],
): Promise<Answer> {
  const child = await sandbox.start({
    command: ['/bin/sh', '-c', QUESTION, 'sh', ...names],
    environment: { PATH: searchPath() },
    folder: tmpdir(),
    mounts: [],
    network: { kind: 'none' },
    programs,
    limits: { memoryBytes: MEMORY_BYTES },
    hasChannel: false,
  });
  let said = '';
  child.onOutput((chunk, stream) => {
    if (stream === 'stdout') said += chunk.toString('latin1');
  });
  const { exitCode } = await child.ended;
  const [system = '', ...found] = said.split('\n');
  if (exitCode !== 0 || system === '') {
    throw new AppError('sandbox-unavailable', executionTexts.placeSilent(sandbox.name));
  }
  return { system: system.toLowerCase(), programs: new Set(found) };
}

/** As scripts have it. */
function searchPath(): string {
  const { PATH } = systemEnvironment();
  return [PATH ?? '/usr/local/bin:/usr/bin:/bin', dirname(process.execPath)].join(delimiter);
}
