// Turns what a script printed and how it exited into what it returns (CLI-05, CLI-06).

import { DEEPEST_JSON, isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { CheckedMedia } from './media-files.ts';
import { mediaEnvelope } from './media-lines.ts';
import { createObjectScanner } from './object-scanner.ts';

export interface ScriptOutput {
  /** Standard output as far as it was kept for reading: all of it, or its last 4 MB. */
  readonly readable: string;
  /** Whether `readable` is all of it. */
  readonly isWhole: boolean;
  /** As it is shown: bounded, with the cut stated. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** What its media lines name, checked. */
  readonly media: CheckedMedia;
}

const REASONS = ['stderr', 'error', 'msg', 'user_message'] as const;

/**
 * Media lines first; else the object that is the whole of standard output or its last line; else
 * `{success, stdout, stderr, exit_code}`. An object of a script that exited with another code than 0 and says
 * neither `ok` nor `success` gets `success: false` and `exit_code`, and standard error where it has no reason of its own:
 * a script that exits so means failure. What it says itself is never changed.
 * Media that were left out are a `warning`, beside one of its own. `too-deep` where that object is nested more than 400 levels deep; of a script that failed it is told as text.
 */
export function readScriptResult(output: ScriptOutput): JsonObject | 'too-deep' {
  const result = resultOf(output);
  const { warning } = output.media;
  if (result === 'too-deep' || warning === undefined) return result;
  return { ...result, warning: joinWarnings(result['warning'], warning) };
}

function resultOf(output: ScriptOutput): JsonObject | 'too-deep' {
  const isOk = output.exitCode === 0;
  const media = mediaEnvelope(output.media.media, isOk);
  if (media !== undefined) return isOk ? media : { ...media, ...failureOf(output) };
  const printed = printedObject(output);
  if (printed === 'too-deep' && isOk) return printed;
  if (printed !== undefined && printed !== 'too-deep')
    return isOk ? printed : markFailed(printed, output);
  const { stdout, stderr, exitCode } = output;
  return { success: isOk, stdout, stderr, exit_code: exitCode };
}

function joinWarnings(own: JsonValue | undefined, ours: string): JsonValue {
  if (own === undefined || own === null || own === '') return ours;
  return typeof own === 'string' ? `${own}\n${ours}` : [own, ours];
}

function printedObject({ readable, isWhole }: ScriptOutput): JsonObject | 'too-deep' | undefined {
  const text = readable.trim();
  const whole = isWhole ? parseObject(text) : undefined;
  return whole ?? parseObject(text.slice(text.lastIndexOf('\n') + 1));
}

function parseObject(text: string): JsonObject | 'too-deep' | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  if (isTooDeep(text)) return 'too-deep';
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Found out before it is parsed, for what is deep also takes long to parse. */
function isTooDeep(text: string): boolean {
  const scanner = createObjectScanner();
  scanner.push(Buffer.from(text));
  return scanner.state() === 'complete' && scanner.deepest() > DEEPEST_JSON;
}

function markFailed(printed: JsonObject, output: ScriptOutput): JsonObject {
  const speaks = isSaid(printed['ok']) || isSaid(printed['success']);
  if (speaks) return printed;
  const hasReason = REASONS.some((key) => typeof printed[key] === 'string');
  const { exit_code, stderr } = failureOf(output);
  return { exit_code, ...(hasReason ? {} : { stderr }), ...printed, success: false };
}

function isSaid(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function failureOf({ stderr, exitCode }: ScriptOutput) {
  return { error: stderr, stderr, exit_code: exitCode };
}
