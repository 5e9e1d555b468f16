// One process of a script, from its start to what it returned, under its clocks.

import type { Language } from '#base/text.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';
import type {
  ProcessEnd,
  Sandbox,
  SandboxProcess,
  SandboxRequest,
} from '#features/sandboxes/index.ts';
import type { RuntimeOutcome, RuntimeRun } from '../runtime.ts';
import { createBoundedOutput } from './bounded-output.ts';
import { createObjectSpill, SPILL_BYTES } from './object-spill.ts';
import { readScriptResult } from './script-result.ts';

/** What is longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface ScriptRun {
  readonly sandbox: Sandbox;
  readonly request: SandboxRequest;
  /** CLK-03: milliseconds until the whole tree is killed. */
  readonly processMs: number;
  readonly signal: AbortSignal;
  readonly spillFolder: string;
  readonly language: Language;
}

/** Throws what the sandbox throws where the process can't be started. */
export async function runScript(run: ScriptRun): Promise<RuntimeRun> {
  const child = run.sandbox.start(run.request);
  const output = collect(child, run);
  const end = await endOf(child, run);
  try {
    return { outcome: outcomeOf(run, end, output), log: output.log() };
  } finally {
    output.discard();
  }
}

type Output = ReturnType<typeof collect>;

function collect(child: SandboxProcess, { spillFolder, language }: ScriptRun) {
  const stdout = createBoundedOutput(SPILL_BYTES);
  const stderr = createBoundedOutput();
  const both = createBoundedOutput();
  const spill = createObjectSpill(spillFolder);
  const cut = (bytes: number) => scriptTexts.outputCut(bytes)[language];
  child.onOutput((chunk, stream) => {
    both.push(chunk);
    if (stream === 'stderr') {
      stderr.push(chunk);
      return;
    }
    stdout.push(chunk);
    spill.push(chunk, () => stdout.whole());
  });
  return {
    stdout: () => stdout.text(cut),
    stderr: () => stderr.text(cut),
    /** Both streams as they came. */
    log: () => both.text(cut),
    readable: () => stdout.end().toString('utf8'),
    isWhole: () => stdout.whole() !== undefined,
    spilled: () => spill.finish(),
    discard: () => spill.discard(),
  };
}

interface ScriptEnd extends ProcessEnd {
  /** What the runtime ended it for, if it did. */
  readonly endedFor: 'time' | 'stop' | undefined;
}

async function endOf(child: SandboxProcess, { processMs, signal }: ScriptRun): Promise<ScriptEnd> {
  let endedFor: ScriptEnd['endedFor'];
  const endFor = (reason: 'time' | 'stop') => {
    endedFor ??= reason;
    void child.kill();
  };
  const stop = () => endFor('stop');
  const timer = setTimeout(endFor, Math.min(processMs, LONGEST_TIMER_MS), 'time');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const end = await child.ended;
    return { ...end, endedFor: end.endedBy === 'kill' ? endedFor : undefined };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function outcomeOf(run: ScriptRun, end: ScriptEnd, output: Output): RuntimeOutcome {
  if (end.endedFor === 'stop') return { status: 'stopped' };
  if (end.endedFor === 'time') return { status: 'process-timeout', limitMs: run.processMs };
  if (end.endedBy === 'memory') {
    return { status: 'out-of-memory', limitBytes: run.request.limits.memoryBytes };
  }
  if (end.endedBy === 'kill') return { status: 'stopped' };
  if (end.exitCode === null) {
    return { status: 'crashed', how: end.signal ?? 'unknown', errorOutput: output.stderr() };
  }
  const spilled = end.exitCode === 0 ? output.spilled() : undefined;
  if (spilled !== undefined) return { status: 'spilled', ...spilled };
  return { status: 'returned', value: resultOf(end.exitCode, output) };
}

function resultOf(exitCode: number, output: Output) {
  return readScriptResult({
    readable: output.readable(),
    isWhole: output.isWhole(),
    stdout: output.stdout(),
    stderr: output.stderr(),
    exitCode,
  });
}
