// `run_code`: Python in an interpreter that nobody used before and nobody uses after (DOC-07, decision 0023).

import { realpath, stat } from 'node:fs/promises';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';
import { boundedText } from '#system/bounded-text.ts';
import { tellEnd, type CodeResult } from './code-result.ts';
import {
  createInterpreterStarts,
  type InterpreterPlace,
  type InterpreterStartsParts,
} from './interpreter-starts.ts';
import { createWarmInterpreters } from './warm-interpreters.ts';

export interface CodeRunner {
  /**
   * Runs Python once: the standard library, the files of `workspace` at /workspace, and nothing else: no network, no
   * processes, no environment, nothing to read from. How the code ended, whatever it did, is its result. Rejects with
   * the signal's reason where it was stopped, with `path-refused` where the workspace can't be used, with `sandbox-unavailable` or
   * `spawn-failed` where no interpreter can be had; then the code did not run.
   */
  run(request: CodeRequest): Promise<CodeResult>;
  /** Ends what runs, the warm spare included. */
  close(): Promise<void>;
}

export interface CodeRequest {
  readonly code: string;
  /** An existing folder. */
  readonly workspace: string;
  /** Milliseconds that the code may run; the interpreter's start does not count. */
  readonly wallMs: number;
  /** Bytes of Python's memory: 512 MB where absent, at least 64 MB. Files below /tmp take other 384 MB at most. */
  readonly memoryBytes?: number;
  readonly signal: AbortSignal;
  /** Of the sandbox's own sentences in the result. */
  readonly language: Language;
}

export interface CodeRunnerParts extends InterpreterStartsParts {
  /** Milliseconds after which a spare that nobody used is ended: 3 minutes where absent. */
  readonly spareMs?: number;
}

const USUAL_MEMORY_BYTES = 512 * 1024 * 1024;
const LEAST_MEMORY_BYTES = 64 * 1024 * 1024;
/** What WebAssembly can address. */
const MOST_MEMORY_BYTES = 4 * 1024 * 1024 * 1024;
const USUAL_SPARE_MS = 3 * 60_000;
const OUTPUT_BYTES = 200_000;

/** Starts nothing and reads nothing before the first run. */
export function createCodeRunner(parts: CodeRunnerParts): CodeRunner {
  const interpreters = createWarmInterpreters({
    starts: createInterpreterStarts(parts),
    spareMs: parts.spareMs ?? USUAL_SPARE_MS,
    onProblem: parts.onProblem,
  });
  return {
    close: async () => await interpreters.close(),
    run: async (request) => {
      const { code, signal, wallMs, language } = request;
      signal.throwIfAborted();
      const place = await placeOf(request);
      const output = collectOutput(language);
      const task = { code, wallMs, signal, onOutput: output.add };
      const { end, durationMs } = await interpreters.runIn(place, task);
      const limits = { wallMs, memoryBytes: place.memoryBytes };
      return { ...tellEnd(end, limits, language), ...output.texts(), duration_ms: durationMs };
    },
  };
}

async function placeOf({ workspace, memoryBytes }: CodeRequest): Promise<InterpreterPlace> {
  const bytes = memoryBytes ?? USUAL_MEMORY_BYTES;
  const folder = await realpath(workspace).catch(() => undefined);
  const found = folder === undefined ? undefined : await stat(folder);
  if (folder === undefined || found?.isDirectory() !== true) {
    throw new AppError('path-refused', codeTexts.workspaceMissing(workspace));
  }
  // Node's permissions would read it as a pattern.
  if (folder.includes('*')) throw new AppError('path-refused', codeTexts.workspaceName(folder));
  return {
    workspace: folder,
    // A folder that was made anew is another one to a process that still has the old one.
    identity: `${found.dev} ${found.ino}`,
    memoryBytes: Math.max(LEAST_MEMORY_BYTES, Math.min(bytes, MOST_MEMORY_BYTES)),
  };
}

function collectOutput(language: Language) {
  const texts = {
    stdout: boundedText(OUTPUT_BYTES, language),
    stderr: boundedText(OUTPUT_BYTES, language),
  };
  const bytes = { stdout: 0, stderr: 0 };
  return {
    add: (stream: 'stdout' | 'stderr', chunk: Uint8Array): void => {
      bytes[stream] += chunk.length;
      texts[stream].add(chunk);
    },
    texts: () => ({
      stdout: texts.stdout.text(),
      stderr: texts.stderr.text(),
      truncated: Math.max(bytes.stdout, bytes.stderr) > OUTPUT_BYTES,
    }),
  };
}
