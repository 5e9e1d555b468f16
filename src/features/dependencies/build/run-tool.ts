// Runs one step of an installation in the sandbox, under its clock, and keeps the end of what it said.

import { AppError } from '#base/app-error.ts';
import { cutTextStart } from '#base/cut-text.ts';
import { hideUrlPasswords } from '#base/url-passwords.ts';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import type { Sandbox, SandboxRequest } from '#features/sandboxes/index.ts';

/** Of one step. */
const LIMIT_MS = 10 * 60 * 1000;
/** An installer explains itself at its end; a resolver's conflict takes a few thousand characters. */
const KEPT_CHARS = 16_000;

export interface ToolParts {
  readonly sandbox: Sandbox;
  readonly memoryBytes: number;
}

export interface ToolRun extends Pick<
  SandboxRequest,
  'command' | 'environment' | 'folder' | 'mounts' | 'network'
> {
  readonly signal: AbortSignal;
}

export interface ToolEnd {
  readonly status: 'done' | 'failed' | 'stopped' | 'timed-out' | 'out-of-memory';
  /** Standard output and error as they came, the end of it, without passwords in addresses. */
  readonly output: string;
  /** Standard output alone, the end of it. */
  readonly stdout: string;
  /** `host:port` that the sandbox did not let it reach. */
  readonly egressDenied: readonly string[];
}

/** Throws what the sandbox throws where it can't be started. */
export async function runTool(parts: ToolParts, run: ToolRun): Promise<ToolEnd> {
  const { signal, ...request } = run;
  if (signal.aborted) return { status: 'stopped', output: '', stdout: '', egressDenied: [] };
  const child = await parts.sandbox.start({
    ...request,
    limits: { memoryBytes: parts.memoryBytes },
    hasChannel: false,
  });
  const said = { both: '', stdout: '' };
  const [stdout, stderr] = [new TextDecoder(), new TextDecoder()];
  child.onOutput((chunk, stream) => {
    const text = (stream === 'stdout' ? stdout : stderr).decode(chunk, { stream: true });
    said.both = cutTextStart(said.both + text, KEPT_CHARS);
    if (stream === 'stdout') said.stdout = cutTextStart(said.stdout + text, KEPT_CHARS);
  });
  let endedFor: 'stopped' | 'timed-out' | undefined;
  const endFor = (why: 'stopped' | 'timed-out') => {
    endedFor ??= why;
    // What keeps it from being killed, `ended` tells.
    child.kill().catch(() => undefined);
  };
  const stop = () => endFor('stopped');
  const timer = setTimeout(endFor, LIMIT_MS, 'timed-out');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const end = await child.ended;
    const { both, ...rest } = said;
    const output = hideUrlPasswords(both);
    return { ...rest, output, status: statusOf(end, endedFor), egressDenied: child.egressDenied() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Throws `stopped` where it was, by its signal or because the sandbox was closed. */
export function refuseStopped({ status }: ToolEnd): void {
  if (status === 'stopped') throw new AppError('stopped', dependencyTexts.stopped());
}

function statusOf(
  end: { readonly endedBy: string; readonly exitCode: number | null },
  endedFor: 'stopped' | 'timed-out' | undefined,
): ToolEnd['status'] {
  if (end.endedBy === 'memory') return 'out-of-memory';
  if (end.endedBy === 'kill') return endedFor ?? 'stopped';
  return end.exitCode === 0 ? 'done' : 'failed';
}
