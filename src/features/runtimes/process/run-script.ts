// One process of a script, from its start to what it returned, under its clocks.

import type { Language } from '#base/text.ts';
import type {
  ProcessEnd,
  Sandbox,
  SandboxProcess,
  SandboxRequest,
} from '#features/sandboxes/index.ts';
import { boundedText } from '../bounded-text.ts';
import type { RuntimeOutcome, RuntimeRun } from '../runtime.ts';
import { tooDeep } from '../worker-messages.ts';
import { createObjectSpill, SPILL_BYTES } from './object-spill.ts';
import { createRecentOutput } from './recent-output.ts';
import { readScriptResult } from './script-result.ts';

/** What is shown of each stream: half from its beginning, half from its end. */
const SHOWN_BYTES = 200_000;
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
  const readable = createRecentOutput(SPILL_BYTES);
  const stdout = boundedText(SHOWN_BYTES, language);
  const stderr = boundedText(SHOWN_BYTES, language);
  const both = boundedText(SHOWN_BYTES, language);
  const spill = createObjectSpill(spillFolder);
  child.onOutput((chunk, stream) => {
    both.add(chunk);
    if (stream === 'stderr') {
      stderr.add(chunk);
      return;
    }
    stdout.add(chunk);
    spill.push(chunk, readable.bytes());
    readable.push(chunk);
  });
  return {
    stdout: () => stdout.text(),
    stderr: () => stderr.text(),
    /** Both streams as they came. */
    log: () => both.text(),
    readable: () => readable.bytes().toString('utf8'),
    isWhole: () => readable.isWhole(),
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
    // What keeps it from being killed, `ended` tells.
    child.kill().catch(() => undefined);
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
  if (spilled === 'too-deep') return tooDeep(run.language);
  if (spilled !== undefined) return { status: 'spilled', ...spilled };
  const value = resultOf(end.exitCode, output);
  return value === 'too-deep' ? tooDeep(run.language) : { status: 'returned', value };
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
