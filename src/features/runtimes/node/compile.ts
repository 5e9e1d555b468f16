// Compiles TypeScript into one file. The compiler is loaded at its first use, for most calls find their file made.

import type * as Esbuild from 'esbuild';
import { AppError, messageOf } from '#base/app-error.ts';
import { nodeTexts } from '#contract/texts/node-texts.ts';

interface CompileRequest {
  /** Absolute path of the file to start from. */
  readonly file: string;
  /** Folder that the paths in error texts are relative to. */
  readonly folder: string;
  /** Where the result will lie: its source map's paths are relative to this. */
  readonly target: string;
  readonly options?: Esbuild.BuildOptions;
}

export interface Compiler {
  /** An ECMAScript module with its source map inside. Throws `bundle-failed` with file, line and column. */
  compile(request: CompileRequest): Promise<string>;
  /** Ends the compiler's process, where there is one. */
  stop(): Promise<void>;
}

export function createCompiler(): Compiler {
  let loaded: typeof Esbuild | undefined;
  return {
    compile: async (request) => {
      loaded ??= await loadEsbuild();
      return await compile(loaded, request);
    },
    stop: async () => {
      await loaded?.stop();
    },
  };
}

async function loadEsbuild(): Promise<typeof Esbuild> {
  try {
    return await import('esbuild');
  } catch (error) {
    throw new AppError('bundle-failed', nodeTexts.compilerFailed(messageOf(error)), {
      cause: error,
    });
  }
}

async function compile({ build }: typeof Esbuild, request: CompileRequest): Promise<string> {
  try {
    const { outputFiles } = await build({
      entryPoints: [request.file],
      absWorkingDir: request.folder,
      outfile: request.target,
      write: false,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      sourcemap: 'inline',
      sourcesContent: false,
      // An exception's class is told by its name.
      keepNames: true,
      logLevel: 'silent',
      ...request.options,
    });
    return outputFiles?.[0]?.text ?? '';
  } catch (error) {
    throw bundleFailure(error);
  }
}

function bundleFailure(error: unknown): AppError {
  const messages = error instanceof Error && 'errors' in error ? error.errors : undefined;
  if (!Array.isArray(messages) || messages.length === 0) {
    return new AppError('bundle-failed', nodeTexts.compilerFailed(messageOf(error)), {
      cause: error,
    });
  }
  const problems = messages.slice(0, 5).map(describe);
  return new AppError('bundle-failed', nodeTexts.cannotCompile(problems), { cause: error });
}

function describe({ location, text }: Esbuild.Message): string {
  // Columns count from 0 here and from 1 everywhere else.
  return location === null
    ? text
    : `${location.file}:${location.line}:${location.column + 1}: ${text}`;
}
