// `container_shell`: one command of a document in a sandbox that keeps files apart (DOC-06).

import { AppError } from '#base/app-error.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { SecretMask } from '#base/secret-mask.ts';
import type { Language, Text } from '#base/text.ts';
import { agentToolTexts, documentTexts } from '#contract/texts/document-texts.ts';
import { failureEnvelope } from '#features/results/index.ts';
import type { SubAgentTool } from '#features/runtimes/index.ts';
import type {
  Sandbox,
  SandboxMount,
  SandboxProcess,
  SandboxRequest,
} from '#features/sandboxes/index.ts';
import { workspaceFolder } from '#features/workspaces/index.ts';
import { createShellOutput, type ShellOutput } from './shell-output.ts';

export interface ShellParts {
  readonly sandbox: Pick<Sandbox, 'start'>;
  /** Which sandbox it is, for the result. */
  readonly provider: string;
  readonly programs: NonNullable<SandboxRequest['programs']>;
  /** What was installed for the skill, to read. */
  readonly packages: readonly SandboxMount[];
  /** Absolute paths. */
  readonly skillFolder: string;
  readonly workspace: string;
  /** The whole environment of a command. */
  readonly environment: Readonly<Record<string, string>>;
  readonly network: SandboxRequest['network'];
  readonly memoryBytes: number;
  readonly mask: SecretMask;
  readonly language: Language;
}

const PRESET_SECONDS = 60;
const MOST_SECONDS = 600;

const CONTAINER_SHELL = 'container_shell';

export function createShellTool(parts: ShellParts): SubAgentTool {
  return {
    name: CONTAINER_SHELL,
    description: agentToolTexts.shell()[parts.language],
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string' },
        timeout_s: { type: 'number', minimum: 1, maximum: MOST_SECONDS },
        workdir: { type: 'string' },
      },
      required: ['command'],
    },
    isPage: true,
    isWork: true,
    run: (input, signal) => runCommand(parts, input, signal),
    failureOf: (envelope) => failureOf(envelope)?.[parts.language],
  };
}

/** An exit code is the command's own affair for the guard, and says whether the work succeeded. */
function failureOf({ exit_code: code, signal, timed_out: isLate, timeout_s: limit }: JsonObject) {
  if (isLate === true) return documentTexts.timedOut(Number(limit));
  if (typeof signal === 'string') return documentTexts.killedBy(signal);
  return typeof code === 'number' && code !== 0 ? documentTexts.exitCode(code) : undefined;
}

async function runCommand(
  parts: ShellParts,
  input: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { command, workdir } = input;
  if (typeof command !== 'string' || command.trim() === '')
    return correctable(parts, 'command', agentToolTexts.missing('command'));
  const seconds = secondsOf(input['timeout_s']);
  if (seconds === undefined)
    return correctable(parts, 'timeout_s', agentToolTexts.badTimeout(MOST_SECONDS));
  const folder = await folderOf(parts, workdir);
  if (folder === undefined)
    return correctable(parts, 'workdir', agentToolTexts.badFolder(JSON.stringify(workdir)));
  try {
    return await runIn(parts, { command, folder, seconds, signal });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isLasting = error.code === 'sandbox-unavailable';
    return failureEnvelope({ error: error.text[parts.language], nonRetriable: isLasting });
  }
}

interface Command {
  readonly command: string;
  readonly folder: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

async function runIn(
  parts: ShellParts,
  { command, folder, seconds, signal }: Command,
): Promise<JsonObject> {
  const { sandbox, provider, workspace, skillFolder, packages } = parts;
  const { environment, network, programs, memoryBytes } = parts;
  const startedAt = performance.now();
  const child = await sandbox.start({
    command: ['/bin/sh', '-c', command],
    environment,
    folder,
    mounts: [
      { path: workspace, access: 'write' },
      { path: skillFolder, access: 'read' },
      ...packages,
    ],
    network,
    programs,
    limits: { memoryBytes },
    hasChannel: false,
  });
  const output = createShellOutput(parts);
  child.onOutput((chunk, stream) => output.add(chunk, stream));
  const { exitCode, signal: endSignal, isLate } = await endOf(child, seconds, signal);
  return {
    exit_code: exitCode,
    signal: endSignal,
    timed_out: isLate,
    ...(isLate && { timeout_s: seconds }),
    ...(await told(output)),
    duration_ms: Math.round(performance.now() - startedAt),
    egress_denied: child.egressDenied(),
    provider,
  };
}

async function told(output: ShellOutput): Promise<JsonObject> {
  const { stdout, stderr } = output;
  const notes = [await stdout.note(), await stderr.note()].filter((note) => note !== undefined);
  return {
    stdout: stdout.text(),
    stderr: stderr.text(),
    truncated: { stdout: stdout.isCut(), stderr: stderr.isCut() },
    ...(notes.length > 0 && { _hint: notes.join(' ') }),
  };
}

async function endOf(child: SandboxProcess, seconds: number, signal: AbortSignal) {
  let isLate = false;
  // What keeps it from being killed, `ended` tells.
  const kill = (): void => void child.kill().catch(() => undefined);
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, seconds * 1000);
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    const end = await child.ended;
    return { ...end, isLate: isLate && end.endedBy === 'kill' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

/** Undefined where it is no number of seconds that is allowed. Models write numbers as text at times. */
function secondsOf(given: JsonValue | undefined): number | undefined {
  if (given === undefined || given === null) return PRESET_SECONDS;
  const seconds = typeof given === 'string' ? Number(given) : given;
  return typeof seconds === 'number' && seconds >= 1 && seconds <= MOST_SECONDS
    ? seconds
    : undefined;
}

/** The workspace, or a directory in it, by a relative path or the whole of it. */
async function folderOf(
  { workspace }: ShellParts,
  given: JsonValue | undefined,
): Promise<string | undefined> {
  if (given === undefined || given === null || given === '' || given === workspace)
    return workspace;
  if (typeof given !== 'string') return undefined;
  const path = given.startsWith(`${workspace}/`) ? given.slice(workspace.length + 1) : given;
  return workspaceFolder(workspace, path).catch(() => undefined);
}

function correctable({ language }: ShellParts, needParam: string, text: Text): JsonObject {
  return failureEnvelope({ error: text[language], errorType: 'recoverable', needParam });
}
