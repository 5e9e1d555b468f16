// Runs API skills: finds an operation, describes one, or calls it and tells what came back.

import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { createSecretMask } from '#base/secret-mask.ts';
import type { Language } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { failureEnvelope, type Failure } from '#features/results/index.ts';
import {
  describeThrown,
  type RunHost,
  type RuntimeOutcome,
  type RuntimeRun,
  type SkillEntry,
  type SkillRuntime,
} from '#features/runtimes/index.ts';
import type { SafeCall } from '#system/fetch/safe-call.ts';
import type { ApiBook } from '../library/api-book.ts';
import type { ApiLibrary } from '../library/api-library.ts';
import { searchOperations } from '../offers/search-operations.ts';
import { carryOut, type ApiAgentParts } from './api-agent.ts';
import { callOperation, type OperationCall } from './call-operation.ts';
import { createTokenSource, type TokenSource } from './token-source.ts';

export interface ApiRuntimeParts {
  readonly library: Pick<ApiLibrary, 'open'>;
  readonly call: SafeCall;
  /** Bytes that an answer may have as a file. */
  readonly downloadBytes: number;
  /** The package behind a name. */
  packageOf(skill: string): Promise<SkillPackage | undefined>;
  /** The platform's look at parameters (GRD-07). */
  readonly checkInput: OperationCall['checkInput'];
  /** Milliseconds. */
  readonly now: () => number;
}

const MOST_FOUND = 50;
const NAMED = 20;

export function createApiRuntime(parts: ApiRuntimeParts): SkillRuntime {
  const tokens = createTokenSource(parts);
  const underWay = new Set<Promise<unknown>>();
  return {
    name: 'api',
    canRun: (program) => program.kind === 'api',
    async run(entry, input, host): Promise<RuntimeRun> {
      const running = runOf({ parts, tokens, entry, host }, input);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    async close() {
      await Promise.allSettled(underWay);
    },
  };
}

interface ApiRun {
  readonly parts: ApiRuntimeParts;
  readonly tokens: TokenSource;
  readonly entry: SkillEntry;
  readonly host: RunHost;
}

async function runOf(run: ApiRun, input: JsonObject): Promise<RuntimeRun> {
  const { host, entry } = run;
  if (host.signal.aborted) return withoutLog({ status: 'stopped' });
  try {
    const book = await openBook(run, entry.program.kind === 'api' ? entry.program.file : '');
    if (!('operations' in book)) return withoutLog(failed(book));
    const { instruction } = input;
    if (typeof instruction === 'string' && instruction.trim() !== '')
      return await carryOut(await agentParts(run, book), { ...input, instruction });
    return withoutLog(await answer(run, book, input));
  } catch (error) {
    // What comes up while a run is being stopped is the stop's doing.
    if (host.signal.aborted) return withoutLog({ status: 'stopped' });
    return withoutLog({ status: 'raised', exception: describeThrown(error, languageOf(host)) });
  }
}

async function agentParts(run: ApiRun, book: ApiBook): Promise<ApiAgentParts> {
  const { entry, host, parts } = run;
  return {
    book,
    entry,
    host,
    skill: await parts.packageOf(entry.skill),
    language: languageOf(host),
    answer: (input, signal) => answer({ ...run, host: { ...host, signal } }, book, input),
  };
}

async function answer(run: ApiRun, book: ApiBook, input: JsonObject): Promise<RuntimeOutcome> {
  const { entry, parts, host } = run;
  const language = languageOf(host);
  const { search, describe, operation } = input;
  if (typeof search === 'string') return returned(await found(book, search, input['limit']));
  const wanted = describe ?? operation;
  if (typeof wanted !== 'string' || wanted.trim() === '')
    return failed(nothingNamed(book, language));
  const named = await book.operation(wanted.trim());
  if (named === undefined) return failed(await unknownOperation(book, wanted, language));
  if (describe !== undefined) {
    const { name, method, path, description, inputSchema } = named;
    return returned({
      success: true,
      name,
      method: method.toUpperCase(),
      path,
      description,
      input_schema: inputSchema,
    });
  }
  const args = argumentsOf(input);
  if (args === undefined) {
    const text = apiTexts.argumentsNoObject()[language];
    return failed({ error: text, errorType: 'recoverable', needParam: 'arguments' });
  }
  const { outcome, secrets } = await callOperation({
    operation: named,
    args,
    head: book.head,
    environment: entry.environment,
    skill: await parts.packageOf(entry.skill),
    host,
    language,
    tokens: run.tokens,
    call: parts.call,
    checkInput: parts.checkInput,
    downloadBytes: parts.downloadBytes,
    now: parts.now,
  });
  return masked(outcome, secrets);
}

/** Where the description can't be used, the failure that says so. */
async function openBook({ parts, entry, host }: ApiRun, file: string): Promise<ApiBook | Failure> {
  try {
    return await parts.library.open({ folder: entry.folder, file }, entry.version);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'package-invalid') throw error;
    return { error: error.text[languageOf(host)], errorType: 'config', nonRetriable: true };
  }
}

async function found(
  book: ApiBook,
  query: string,
  limit: JsonValue | undefined,
): Promise<JsonObject> {
  const most =
    typeof limit === 'number' ? Math.min(Math.max(1, Math.floor(limit)), MOST_FOUND) : 10;
  const operations = await searchOperations(book.operations, query, most);
  return {
    success: true,
    total: book.operations.length,
    operations: operations.map(({ name, method, path, summary }): JsonObject => ({
      name,
      method: method.toUpperCase(),
      path,
      summary,
    })),
  };
}

function nothingNamed(book: ApiBook, language: Language): Failure {
  const names = book.operations.slice(0, NAMED).map(({ name }) => name);
  const text = apiTexts.operationMissing(names, book.operations.length);
  return { error: text[language], errorType: 'recoverable', needParam: 'operation' };
}

async function unknownOperation(book: ApiBook, name: string, language: Language): Promise<Failure> {
  const alike = (await searchOperations(book.operations, name, 5)).map((each) => each.name);
  const names = alike.length > 0 ? alike : book.operations.slice(0, NAMED).map((each) => each.name);
  const text = apiTexts.operationUnknown(name, names);
  return { error: text[language], errorType: 'recoverable', needParam: 'operation' };
}

/** Models write an object as text at times. */
function argumentsOf(input: JsonObject): JsonObject | undefined {
  const given = input['arguments'] ?? {};
  if (typeof given !== 'string') return isJsonObject(given) ? given : undefined;
  try {
    const parsed: unknown = JSON.parse(given);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** What was made of the configured secrets; those themselves are masked by whoever runs the skill. */
function masked(outcome: RuntimeOutcome, secrets: readonly string[]): RuntimeOutcome {
  if (secrets.length === 0) return outcome;
  const mask = createSecretMask(secrets);
  if (outcome.status === 'returned') return { ...outcome, value: mask.value(outcome.value) };
  if (outcome.status !== 'unparsed') return outcome;
  return { ...outcome, json: Buffer.from(mask.text(Buffer.from(outcome.json).toString('utf8'))) };
}

function languageOf(host: RunHost): Language {
  return host.language ?? 'en';
}

function withoutLog(outcome: RuntimeOutcome): RuntimeRun {
  return { outcome, log: '' };
}

function returned(value: JsonObject): RuntimeOutcome {
  return { status: 'returned', value };
}

function failed(failure: Failure): RuntimeOutcome {
  return { status: 'returned', value: failureEnvelope(failure) };
}
