// One process of a script, from its start to what it returned, under its clocks.

import type { Language } from '#base/text.ts';
import type {
  ProcessEnd,
  Sandbox,
  SandboxProcess,
  SandboxRequest,
} from '#features/sandboxes/index.ts';
import { boundedText } from '#system/bounded-text.ts';
import type { RuntimeOutcome, RuntimeRun } from '../runtime.ts';
import { withEgress } from '../with-egress.ts';
import { tooDeep } from '../worker-messages.ts';
import { checkMedia } from './media-files.ts';
import { readMediaLines } from './media-lines.ts';
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
  const child = await run.sandbox.start(run.request);
  const output = collect(child, run);
  const end = await endOf(child, run);
  try {
    const log = withEgress(output.log(), child.egressDenied(), run.language);
    return { outcome: await outcomeOf(run, end, output), log };
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

async function outcomeOf(run: ScriptRun, end: ScriptEnd, output: Output): Promise<RuntimeOutcome> {
  if (end.endedFor === 'stop') return { status: 'stopped' };
  if (end.endedFor === 'time') return { status: 'process-timeout', limitMs: run.processMs };
  if (end.endedBy === 'memory') {
    return { status: 'out-of-memory', limitBytes: run.request.limits.memoryBytes };
  }
  if (end.endedBy === 'kill') return { status: 'stopped' };
  if (end.exitCode === null) {
    return { status: 'crashed', how: end.signal ?? 'unknown', errorOutput: output.stderr() };
  }
  return (
    (end.exitCode === 0 ? spilledOutcome(run, output) : undefined) ??
    readResult(run, end.exitCode, output)
  );
}

function spilledOutcome({ language }: ScriptRun, output: Output): RuntimeOutcome | undefined {
  const spilled = output.spilled();
  switch (spilled?.status) {
    case 'too-deep':
      return tooDeep(language);
    case 'unstored':
      return { status: 'crashed', how: spilled.why[language], errorOutput: output.stderr() };
    default:
      return spilled;
  }
}

async function readResult(
  { request, language }: ScriptRun,
  exitCode: number,
  output: Output,
): Promise<RuntimeOutcome> {
  const readable = output.readable();
  const value = readScriptResult({
    readable,
    isWhole: output.isWhole(),
    stdout: output.stdout(),
    stderr: output.stderr(),
    exitCode,
    // A script's working folder is its workspace.
    media: await checkMedia(readMediaLines(readable), request.folder, language),
  });
  return value === 'too-deep' ? tooDeep(language) : { status: 'returned', value };
}
