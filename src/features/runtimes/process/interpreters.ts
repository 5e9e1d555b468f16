// Finds what runs a script: the shebang's interpreter where this machine has it, else the ending's.

import { access, constants } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';
import { findProgram } from '#system/child-process.ts';
import { readScriptHead } from './read-shebang.ts';

export interface InterpreterParts {
  /** Absolute path of a Python 3, or undefined where the machine has none. */
  readonly findPython: () => Promise<string | undefined>;
  /** A PATH variable. */
  readonly path: string;
}

/** Types are stripped and the few that need code (`enum`) are turned into it. */
const NODE_TYPESCRIPT = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
const PYTHON = /^python3?(\.\d+)?$/;

export interface Interpreters {
  /**
   * The command that runs `script`, without its arguments. Throws `package-invalid` where nothing says what runs
   * it, or where the machine has no such interpreter.
   */
  commandFor(script: string, skill: SkillPrograms): Promise<readonly [string, ...string[]]>;
  /** The absolute path of a program by its name; undefined where the machine has none. */
  find(name: string, skill: SkillPrograms): Promise<string | undefined>;
}

interface SkillPrograms {
  /** The staged directory. */
  readonly folder: string;
  /** Absolute path of the Python that has the skill's packages. */
  readonly python: string | undefined;
}

export function createInterpreters({ findPython, path }: InterpreterParts): Interpreters {
  const find: Interpreters['find'] = async (name, { folder, python }) => {
    const short = basename(name);
    if (short === 'node' || short === 'nodejs') return process.execPath;
    if (!PYTHON.test(short)) return onPath(name, path) ?? onPath(short, path);
    if (python !== undefined) return python;
    const own = join(folder, '.venv', 'bin', 'python');
    if (await canExecute(own)) return own;
    const exact = name.includes('/') || /\d\.\d/.test(name) ? onPath(name, path) : undefined;
    return exact ?? (await findPython());
  };

  return {
    find,
    commandFor: async (script, skill) => {
      const { shebang, isBinary } = await readScriptHead(script);
      if (isBinary) return [script];
      const [asked, ...options] = withoutUv(shebang ?? []);
      const named = asked === undefined ? undefined : await find(asked, skill);
      if (named !== undefined) return [named, ...options, ...extraOptions(named, script), script];
      const usual = interpreterOf(script);
      const program = usual === undefined ? undefined : await find(usual, skill);
      if (program !== undefined) return [program, ...extraOptions(program, script), script];
      const missing = asked ?? usual;
      const file = basename(script);
      const text =
        missing === undefined
          ? scriptTexts.noInterpreter(file)
          : scriptTexts.interpreterMissing(file, missing);
      throw new AppError('package-invalid', text);
    },
  };
}

/** `uv run --script` would install for itself, at each run and with the skill's own rights: that is done already. */
function withoutUv(shebang: readonly string[]): readonly string[] {
  const [asked = '', verb] = shebang;
  return basename(asked) === 'uv' && verb === 'run' ? ['python3'] : shebang;
}

function interpreterOf(script: string): string | undefined {
  switch (extname(script).toLowerCase()) {
    case '.py':
      return 'python3';
    case '.sh':
      return 'bash';
    case '.js':
    case '.mjs':
    case '.ts':
      return 'node';
    default:
      return undefined;
  }
}

function extraOptions(program: string, script: string): readonly string[] {
  return program === process.execPath && extname(script) === '.ts' ? NODE_TYPESCRIPT : [];
}

function onPath(program: string, path: string): string | undefined {
  try {
    return findProgram(program, path, '/');
  } catch {
    return undefined;
  }
}

async function canExecute(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
