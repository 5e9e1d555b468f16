// An API's answer as a run's outcome: JSON and text for the model, anything else as a file of the workspace.

import { join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { failureEnvelope, type Failure } from '#features/results/index.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import { DOWNLOADS_FOLDER, endingOf, storeAttachment } from '#features/workspaces/index.ts';
import type { CallAnswer } from '#system/fetch/safe-call.ts';
import type { ApiOperation } from '../api-operation.ts';
import { retryAfterMs } from '../calls/send-request.ts';
import { answerFailure, pageTitle, toldFailure } from './answer-failure.ts';
import { collect, type Collected } from './collect.ts';

export interface AnswerPlace {
  readonly operation: ApiOperation;
  /** Absolute. */
  readonly workspace: string;
  readonly language: Language;
  /** Bytes that a file may have. */
  readonly downloadBytes: number;
  readonly now: () => number;
}

const FAILURE_BYTES = 64 * 1024;
/** More than this is a file, whatever it is. */
const READ_BYTES = 20_000_000;
/** From here on somebody else parses it, beside this thread. */
const PARSED_BYTES = 256 * 1024;
const EXCERPT_CHARS = 200;

export async function readAnswer(answer: CallAnswer, place: AnswerPlace): Promise<RuntimeOutcome> {
  const { status } = answer;
  if (status < 200 || status > 299) return failed(await refusalOf(answer, place));
  if (status === 204 || status === 205) {
    answer.close();
    return returned({ success: true, status });
  }
  const isFile = kindOf(answer) === 'file';
  return isFile ? stored(answer, answer.chunks(), place) : told(answer, place);
}

async function refusalOf(
  answer: CallAnswer,
  { operation, language, now }: AnswerPlace,
): Promise<Failure> {
  const { status, mediaType } = answer;
  // What it says of itself is worth less than the refusal.
  const collected = await collect(answer, FAILURE_BYTES).catch(() => undefined);
  answer.close();
  const body = collected === undefined ? '' : textOf(collected.bytes, answer.charset);
  const asked = retryAfterMs(answer, now());
  return answerFailure({ operation, status, mediaType, body, retryAfterMs: asked, language });
}

async function told(answer: CallAnswer, place: AnswerPlace): Promise<RuntimeOutcome> {
  const collected = await collect(answer, READ_BYTES);
  if (collected.whole !== undefined) return stored(answer, collected.whole, place);
  const kind = kindOf(answer, collected.bytes);
  if (kind === 'file') return stored(answer, chunksOf(collected), place);
  if (kind === 'json') return jsonOutcome(answer, collected.bytes, place);
  const text = textOf(collected.bytes, answer.charset);
  const refusal = pageRefusal(answer, text, place);
  if (refusal !== undefined) return failed(refusal);
  const { status, mediaType } = answer;
  return returned({
    success: true,
    status,
    ...(mediaType !== '' && { media_type: mediaType }),
    text,
  });
}

type Kind = 'json' | 'text' | 'file';

/** By what the server says, and by the content where it says nothing. */
function kindOf({ mediaType, isAttachment }: CallAnswer, content?: Uint8Array): Kind {
  if (/json/.test(mediaType) && !/seq|ndjson|jsonl|lines/.test(mediaType)) return 'json';
  if (isAttachment) return 'file';
  if (/^text\/|json|xml|yaml|javascript|graphql|x-www-form-urlencoded/.test(mediaType))
    return 'text';
  if (mediaType !== '' || content === undefined) return mediaType === '' ? 'text' : 'file';
  if (content.includes(0)) return 'file';
  return isJson(content) ? 'json' : 'text';
}

function isJson(content: Uint8Array): boolean {
  if (content.byteLength > PARSED_BYTES) return content[0] === 0x7b || content[0] === 0x5b;
  try {
    JSON.parse(textOf(content, undefined));
    return true;
  } catch {
    return false;
  }
}

function jsonOutcome(
  answer: CallAnswer,
  bytes: Uint8Array<ArrayBuffer>,
  place: AnswerPlace,
): RuntimeOutcome {
  const { status, charset } = answer;
  if (bytes.byteLength === 0) return returned({ success: true, status });
  const text = textOf(bytes, charset);
  if (bytes.byteLength > PARSED_BYTES) {
    const json = Buffer.from(`{"success":true,"status":${status},"response":${text}}`);
    return { status: 'unparsed', json };
  }
  try {
    const value: JsonValue = JSON.parse(text);
    const refusal = toldFailure(place.operation, value, place.language);
    return refusal === undefined
      ? returned({ success: true, status, response: value })
      : failed(refusal);
  } catch (error) {
    const refusal = pageRefusal(answer, text, place);
    if (refusal !== undefined) return failed(refusal);
    const why = apiTexts.notJsonAnswer(place.operation.name, messageOf(error));
    return failed({
      error: why[place.language],
      facts: { status, upstream: cutText(text, EXCERPT_CHARS) },
    });
  }
}

/** A page where data was described: a sign-in, a proxy, or another address than was meant. */
function pageRefusal(
  { status, mediaType, url }: CallAnswer,
  text: string,
  { operation, language }: AnswerPlace,
): Failure | undefined {
  const isPage =
    mediaType.includes('html') || (mediaType === '' && /^\s*<(?:!doctype html|html)/i.test(text));
  const isJsonPage = mediaType.includes('json') && /^\s*</.test(text);
  if (!isPage && !isJsonPage) return undefined;
  const { answers } = operation;
  if (answers?.some((type) => /html|^text\/\*|^\*/.test(type)) === true) return undefined;
  const host = URL.parse(url)?.host ?? url;
  const why = apiTexts.pageInstead(operation.name, host, pageTitle(text));
  return {
    error: why[language],
    errorType: 'config',
    nonRetriable: true,
    facts: { status, media_type: mediaType },
  };
}

async function stored(
  answer: CallAnswer,
  chunks: AsyncIterable<Uint8Array>,
  { operation, workspace, downloadBytes, language }: AnswerPlace,
): Promise<RuntimeOutcome> {
  const { status, mediaType } = answer;
  try {
    const name = fileName(answer, operation);
    const file = await storeAttachment(workspace, {
      name,
      chunks,
      mostBytes: downloadBytes,
      folder: DOWNLOADS_FOLDER,
    });
    return returned({
      success: true,
      status,
      media_type: mediaType === '' ? file.mediaType : mediaType,
      bytes: file.bytes,
      filename: file.name,
      local_path: join(workspace, file.path),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'request-too-large') throw error;
    const text = apiTexts.answerTooLarge(operation.name, downloadBytes);
    return failed({ error: text[language], errorType: 'recoverable', facts: { status } });
  } finally {
    answer.close();
  }
}

function fileName({ name, mediaType, isAttachment }: CallAnswer, operation: ApiOperation): string {
  const own = isAttachment || /\.\w{1,8}$/.test(name) ? name : operation.name;
  const ending = /\.\w{1,8}$/.test(own) ? undefined : endingOf(mediaType);
  return ending === undefined ? own : `${own}${ending.startsWith('.') ? '' : '.'}${ending}`;
}

async function* chunksOf({ bytes }: Collected): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Without a byte order mark; in UTF-8 where the server names a charset that nobody knows. */
function textOf(bytes: Uint8Array, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function returned(value: JsonObject): RuntimeOutcome {
  return { status: 'returned', value };
}

function failed(failure: Failure): RuntimeOutcome {
  return { status: 'returned', value: failureEnvelope(failure) };
}
