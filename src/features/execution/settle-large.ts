// What is done with a large result, in a thread: parsed, settled, masked, stored, and a receipt made of it.

import { readFile } from 'node:fs/promises';
import { isDeeperThan, type JsonObject, type JsonValue } from '#base/json.ts';
import { createSecretMask } from '#base/secret-mask.ts';
import type { Language } from '#base/text.ts';
import {
  boundEnvelope,
  isJsonLonger,
  makeReceipt,
  RESULT_CHARS,
  settleReturned,
  toldTexts,
  type SettledResult,
} from '#features/results/index.ts';
import { storeResult } from './store-result.ts';

export interface LargeResult {
  readonly source:
    | { readonly kind: 'file'; readonly file: string; readonly bytes: number }
    | { readonly kind: 'json'; readonly json: Uint8Array<ArrayBuffer> }
    | { readonly kind: 'value'; readonly value: JsonValue };
  readonly skill: string;
  readonly language: Language;
  readonly secrets: readonly string[];
  /** Undefined where the whole is wanted. */
  readonly offload: OffloadPlace | undefined;
}

export interface OffloadPlace {
  readonly workspace: string;
  readonly resultChars: number;
  readonly displayKeepChars: number;
  readonly readTool?: string;
}

export type LargeAnswer =
  | { readonly status: 'settled'; readonly settled: SettledResult }
  /** No JSON, nested too deeply to be taken in, or too much for the memory there is. */
  | { readonly status: 'unusable' };

export async function settleLarge({ source, ...task }: LargeResult): Promise<LargeAnswer> {
  const { skill, language, offload } = task;
  const value = await valueOf(source);
  if (value === undefined || isDeeperThan(value)) return { status: 'unusable' };
  const plain = settleReturned({ skill, value, language });
  const mask = createSecretMask(task.secrets);
  const envelope = mask.envelope(plain.envelope);
  if (offload === undefined)
    return { status: 'settled', settled: { ...plain, envelope, raw: mask.envelope(plain.raw) } };
  const told =
    plain.verdict.status === 'failed'
      ? boundEnvelope(envelope, { limitChars: RESULT_CHARS, language })
      : await offloaded(envelope, { skill, language, offload });
  // What comes back from here is small: the whole of it is in the file. People are told it in its own words.
  const raw = { ...told, ...toldTexts(envelope) };
  return { status: 'settled', settled: { ...plain, envelope: told, raw } };
}

/** OFF-01, OFF-02: the receipt of what was stored; of what could not be, one that says so and how it begins. */
export async function offloaded(
  envelope: JsonObject,
  {
    skill,
    language,
    offload,
  }: {
    readonly skill: string;
    readonly language: Language;
    readonly offload: OffloadPlace;
  },
): Promise<JsonObject> {
  const { workspace, resultChars, displayKeepChars, readTool } = offload;
  if (!isJsonLonger(envelope, resultChars)) return envelope;
  const stored = await storeResult(envelope, { workspace, skill });
  return makeReceipt({
    envelope,
    skill,
    ...(stored.status === 'stored'
      ? { path: stored.path, chars: stored.chars }
      : { path: undefined, problem: stored.problem }),
    limitChars: resultChars,
    displayKeepChars,
    language,
    ...(readTool !== undefined && { readTool }),
  });
}

async function valueOf(source: LargeResult['source']): Promise<JsonValue | undefined> {
  if (source.kind === 'value') return source.value;
  const bytes = source.kind === 'json' ? Buffer.from(source.json.buffer) : undefined;
  try {
    const text = bytes?.toString('utf8') ?? (await textOf(source));
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    // Told to the caller as `unusable`; a file is kept.
    return undefined;
  }
}

async function textOf(source: LargeResult['source']): Promise<string> {
  return source.kind === 'file' ? await readFile(source.file, 'utf8') : '';
}
