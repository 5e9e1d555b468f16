// JSON that a person gives: as text, from a file, or from standard input; every fault names its source.

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { AppError, messageOf } from '#base/app-error.ts';
import {
  DEEPEST_JSON,
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#base/json.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';

/**
 * A skill's input. `given`: JSON, `@FILE`, or `-` for standard input; nothing means `{}`. Throws
 * `input-invalid`, naming where the text came from and what is wrong with it.
 */
export async function readInput(given: string | undefined): Promise<JsonObject> {
  if (given === undefined) return {};
  const source = given === '-' ? 'stdin' : given.startsWith('@') ? given.slice(1) : '--input';
  const parsed = parseJson(await readGiven(given, source), source);
  if (!isJsonObject(parsed)) throw new AppError('input-invalid', cliTexts.inputNotObject(source));
  return parsed;
}

/** Throws `input-invalid` with the file's name. */
export async function readJsonFile(file: string): Promise<JsonValue> {
  return parseJson(await readTextFile(file), file, cliTexts.fileNotJson);
}

async function readGiven(given: string, source: string): Promise<string> {
  if (given === '-') return text(process.stdin);
  if (given === '@') throw new AppError('input-invalid', cliTexts.inputFileMissing());
  return given.startsWith('@') ? readTextFile(source) : given;
}

async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const problem = cliTexts.fileUnreadable(file, messageOf(error));
    throw new AppError('input-invalid', problem, { cause: error });
  }
}

function parseJson(
  json: string,
  source: string,
  say: typeof cliTexts.inputNotJson = cliTexts.inputNotJson,
): JsonValue {
  try {
    const parsed: JsonValue = JSON.parse(json.replace(/^\uFEFF/, ''));
    if (!isDeeperThan(parsed)) return parsed;
  } catch (error) {
    const problem = say(source, messageOf(error));
    throw new AppError('input-invalid', problem, { cause: error });
  }
  throw new AppError('input-invalid', cliTexts.inputTooDeep(source, DEEPEST_JSON));
}
