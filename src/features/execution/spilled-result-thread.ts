// The thread that looks at one spilled result: parses it, settles it, and writes it where the receipt says.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { isDeeperThan, type JsonValue } from '#base/json.ts';
import { createSecretMask } from '#base/secret-mask.ts';
import type { Language } from '#base/text.ts';
import { makeReceipt, settleReturned, type SettledResult } from '#features/results/index.ts';

export interface SpilledTask {
  /** Holds the JSON that the skill returned. */
  readonly file: string;
  readonly skill: string;
  readonly language: Language;
  readonly secrets: readonly string[];
  readonly receipt:
    | { readonly path: string; readonly limitChars: number; readonly displayKeepChars: number }
    | undefined;
}

export type SpilledAnswer =
  | { readonly status: 'settled'; readonly settled: SettledResult }
  /** No JSON, or nested too deeply to be taken in. */
  | { readonly status: 'unusable' };

const given: SpilledTask = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(await settle(given));

async function settle({ file, ...task }: SpilledTask): Promise<SpilledAnswer> {
  const value = parse(await readFile(file, 'utf8'));
  if (value === undefined || isDeeperThan(value)) return { status: 'unusable' };
  const plain = settleReturned({ skill: task.skill, value, language: task.language });
  const mask = createSecretMask(task.secrets);
  const envelope = mask.envelope(plain.envelope);
  const settled = { ...plain, envelope, raw: mask.envelope(plain.raw) };
  const isOffloaded = task.receipt !== undefined && settled.verdict.status !== 'failed';
  if (!isOffloaded || task.receipt === undefined) return { status: 'settled', settled };
  const { path } = task.receipt;
  const text = JSON.stringify(envelope);
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
  const receipt = makeReceipt({
    ...task.receipt,
    envelope,
    skill: task.skill,
    language: task.language,
  });
  return { status: 'settled', settled: { ...settled, envelope: receipt, raw: receipt } };
}

function parse(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    // Told to the caller as `unusable`; the file is kept.
    return undefined;
  }
}
